"""Mail: what the outbox holds goes out."""
