"""The triggers that make the log append-only, for each database: no UPDATE, no DELETE, whoever asks."""

REFUSAL = "the log is append-only"

INSTALL = {
    "postgresql": [
        f"""CREATE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION '{REFUSAL}'; END $$""",
        """CREATE TRIGGER games_log_append_only BEFORE UPDATE OR DELETE ON games_logentry
            FOR EACH ROW EXECUTE FUNCTION games_refuse_change()""",
    ],
    "sqlite": [
        f"""CREATE TRIGGER games_log_no_update BEFORE UPDATE ON games_logentry
            BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
        f"""CREATE TRIGGER games_log_no_delete BEFORE DELETE ON games_logentry
            BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
    ],
}

REMOVE = {
    "postgresql": ["DROP TRIGGER games_log_append_only ON games_logentry", "DROP FUNCTION games_refuse_change()"],
    "sqlite": ["DROP TRIGGER games_log_no_update", "DROP TRIGGER games_log_no_delete"],
}
