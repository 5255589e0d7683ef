"""The API's addresses, one file a resource; each view turns its input into one call of a service or selector."""
