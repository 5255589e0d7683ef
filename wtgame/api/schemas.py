"""JSON Schemas of what the rules write and read, where no serializer of ours does: actions, views, events."""

from typing import Any

Schema = dict[str, Any]


def ref(name: str) -> Schema:
    """Return a reference to one of COMPONENTS."""
    return {"$ref": f"#/components/schemas/{name}"}


def _text(description: str = "", **more: Any) -> Schema:
    return {"type": "string", **({"description": description} if description else {}), **more}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def or_null(schema: Schema) -> Schema:
    return {"oneOf": [schema, {"type": "null"}]} if "$ref" in schema else {**schema, "type": [schema["type"], "null"]}


def _closed(description: str = "", **properties: Schema) -> Schema:
    """Return the schema of an object that has all of these fields."""
    named = {"description": description} if description else {}
    return {"type": "object", **named, "properties": properties, "required": list(properties)}


def _action(kind: str, description: str, **fields: Schema) -> Schema:
    return _closed(description, type={"type": "string", "const": kind}, **fields)


WHOLE: Schema = {"type": "integer"}
SEATS: Schema = _list(WHOLE)
CARD = _text("A card's code, for example W3 or AD.")
PIECE = _text("A tower (t1 to t9) or a wizard (A1: the first of seat A).")
SPELL = _text(
    enum=[
        "advance_wizard",
        "headwind_wizard",
        "advance_tower",
        "headwind_tower",
        "swap_towers",
        "nudge_keep",
        "free_wizard",
    ]
)

ACTIONS: dict[str, tuple[str, Schema]] = {
    "play": ("PlayAction", _action("play", "Play a card with a piece, or with none.", card=CARD, piece=or_null(PIECE))),
    "roll": ("RollAction", _action("roll", "Play a card that rolls the die.", card=CARD)),
    "reroll": ("RerollAction", _action("reroll", "Roll the die again.")),
    "choose": ("ChooseAction", _action("choose", "Choose the piece that the die moves.", piece=or_null(PIECE))),
    "discard_hand": (
        "DiscardHandAction",
        _action("discard_hand", "Discard the hand, and move a tower.", tower=or_null(_text("t1 to t9"))),
    ),
    "cast": (
        "CastAction",
        {
            **_action("cast", "Cast a spell on a piece, on two spaces, or in a direction.", spell=SPELL),
            "anyOf": [
                _closed(piece=PIECE),
                _closed(
                    spaces={**_list({"type": "integer", "minimum": 0, "maximum": 15}), "minItems": 2, "maxItems": 2}
                ),
                _closed(direction=_text(enum=["cw", "ccw"])),
            ],
        },
    ),
    "end_turn": ("EndTurnAction", _action("end_turn", "End the turn.")),
    "resign": ("ResignAction", _action("resign", "Leave the game; others play on.")),
    "undo": ("UndoAction", _action("undo", "Take the latest action back.")),
    "setup": ("SetupAction", {**_action("setup", "Entry 0 of a log: rules, options, and the seed's SHA-256.")}),
}
"""Every action by its type; programs send all but `setup`."""

_SENT = [name for kind, (name, _schema) in ACTIONS.items() if kind != "setup"]


def _one_of(names: list[str]) -> Schema:
    mapping = {kind: ref(name)["$ref"] for kind, (name, _schema) in ACTIONS.items() if name in names}
    return {"oneOf": [ref(name) for name in names], "discriminator": {"propertyName": "type", "mapping": mapping}}


TOWER = _closed(tower=_text("t1 to t9"), raven={"type": "boolean"}, wizards=or_null(_list(PIECE)))
SPACE = _closed(
    "`wizards` is null where a layer is hidden; towers stand in order, the lowest first.",
    space=WHOLE,
    raven={"type": "boolean"},
    wizards=or_null(_list(PIECE)),
    towers=_list(TOWER),
)
BOTTLES = _closed(seats=SEATS, empty=WHOLE, full=WHOLE, spent=WHOLE)

COMPONENTS: dict[str, Schema] = {
    **dict(ACTIONS.values()),
    "Action": _one_of(_SENT),
    "LoggedAction": _one_of([*_SENT, "SetupAction"]),
    "Event": {
        "type": "object",
        "description": "What happened; `kind` says what, and further fields depend on it.",
        "properties": {"kind": _text(), "seat": or_null(WHOLE)},
        "required": ["kind"],
        "additionalProperties": True,
    },
    "Outcome": {
        **_closed("How the game ended.", reason=_text(), winners=SEATS, ranking=_list(SEATS)),
        "additionalProperties": True,
    },
    "View": _closed(
        "All that the viewer may know of the position. Seats are numbers from 0.",
        game=_text(),
        version=WHOLE,
        seats=WHOLE,
        start=WHOLE,
        mode=_text(),
        memory=_text(enum=["open", "strict"]),
        wizards_each=WHOLE,
        bottles_each=WHOLE,
        spells=_list(_closed(spell=SPELL, cost=WHOLE)),
        board=_text("The board in one line of text."),
        spaces=_list(SPACE),
        keep=_closed(space=WHOLE, wizards=_list(PIECE)),
        hands=_list(
            _closed(
                "`cards` is null for a hand that the viewer may not see.",
                seats=SEATS,
                count=WHOLE,
                cards=or_null(_list(CARD)),
            )
        ),
        bottles=_list(BOTTLES),
        draw_pile=WHOLE,
        discard_pile=_list(CARD),
        left=SEATS,
        round=WHOLE,
        turn=WHOLE,
        played=_list({}),
        hand_discarded={"type": "boolean"},
        cast_by=_list({}),
        phase={
            **_closed(name=_text()),
            "properties": {"name": _text(), "card": or_null(CARD), "die": or_null(WHOLE), "rolls_left": or_null(WHOLE)},
        },
        to_act=SEATS,
        outcome=or_null(ref("Outcome")),
    ),
}
