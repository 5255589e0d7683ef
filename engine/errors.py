"""What the engine refuses, and why: each error carries a stable code, a sentence that helps, and the rule."""


class EngineError(Exception):
    """A refusal that changed nothing.

    `code` is stable and kebab-case, `message` quotes what came and says what would be right,
    `rule` is the number of the rule that refuses ("WT-23"), or "" where none does.
    """

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule


class Illegal(EngineError):
    """The action can be read, and the rules do not allow it in this position."""


class Unreadable(EngineError):
    """The text, position, option or log is not in the form that it must have."""


class Ambiguous(EngineError):
    """The text fits several legal actions; `choices` lists them in notation."""

    def __init__(self, code: str, message: str, choices: tuple[str, ...], rule: str = "") -> None:
        super().__init__(code, message, rule)
        self.choices = choices
