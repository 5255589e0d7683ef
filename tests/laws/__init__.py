"""Laws of `engine.contract` that every registered game keeps."""
