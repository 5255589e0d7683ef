"""Games, their seats and logs: services change, selectors read."""
