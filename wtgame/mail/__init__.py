"""Mail: what the outbox holds goes out, and replies come in."""
