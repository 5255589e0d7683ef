"""The pages: each view turns a request into one call of a service or some of selectors, and the answer into HTML."""
