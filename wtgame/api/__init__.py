"""The HTTP API: JSON under /api/v1/, errors as problem details (RFC 9457), described by OpenAPI."""
