"""The project around the code: settings, and the service as `make run` starts it."""
