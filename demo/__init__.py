"""`make demo`: two programs play a whole game over the API, each told by mail that it is to move; then all is checked."""
