"""A program that calls the API, and holds every answer that it gets to the served OpenAPI document (KF-24)."""

import json
import re
from typing import Any

from django.test import Client
from jsonschema import Draft202012Validator

from tests.factories import person
from wtgame.accounts.services import issue_token
from wtgame.api.openapi import document
from wtgame.games.models import Game

PROBLEM = "application/problem+json"
UNLISTED = {405, 500}
"""Statuses of an address as a whole, not of one of its operations."""


class Program:
    """Calls as `account`'s program, or as a visitor; `at` is below /api/v1."""

    def __init__(self, name: str | None = None, **headers: str) -> None:
        self.account = person(name) if name else None
        self.token = issue_token(account=self.account, name="test") if self.account else ""
        authorization = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        self.client = Client(headers=authorization | headers)

    def get(self, at: str, **headers: str) -> Any:
        return self.call("get", at, headers=headers)

    def post(self, at: str, body: Any = None, **headers: str) -> Any:
        text = body if isinstance(body, str | bytes) else json.dumps({} if body is None else body)
        return self.call("post", at, data=text, content_type="application/json", headers=headers)

    def call(self, method: str, at: str, **request: Any) -> Any:
        request["headers"] = {name.replace("_", "-"): value for name, value in request.pop("headers", {}).items()}
        answer = getattr(self.client, method)(f"/api/v1{at}", **request)
        check(method, f"/api/v1{at}", answer)
        return answer

    def move(self, game: Game, body: dict[str, Any], **headers: str) -> Any:
        return self.post(f"/games/{game.id}/moves", body, **headers)


def check(method: str, path: str, answer: Any) -> None:
    """Hold an answer to the shape of its kind and, where the document knows the address, to its description."""
    if answer.status_code >= 400:
        check_problem(answer)
    operation = operation_of(method, path.partition("?")[0])
    if operation is None or answer.status_code in UNLISTED:
        return
    described = operation["responses"].get(str(answer.status_code))
    assert described is not None, f"{method} {path} answers {answer.status_code}, which its description leaves out"
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    if "content" in described:
        assert kind in described["content"], f"{method} {path} answers {kind}"
        if kind.endswith("json"):
            validate(described["content"][kind]["schema"], answer.json())
    else:
        assert not answer.content


def check_problem(answer: Any) -> None:
    """Hold an error to RFC 9457 as docs/errors.md tells it."""
    assert answer.headers["Content-Type"] == PROBLEM, answer.content
    problem = answer.json()
    assert problem["status"] == answer.status_code
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", problem["code"])
    assert problem["type"] == f"/problems/{problem['code']}"
    assert all(isinstance(problem[name], str) for name in ("title", "detail", "remedy"))
    assert problem["title"]
    assert problem["detail"]
    assert problem["remedy"], f"{problem['code']} doesn't say what would be right: {problem['detail']}"
    assert problem.get("rule", "WT-1").startswith("WT-")
    if answer.status_code == 401:
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    if answer.status_code == 429:
        assert int(answer.headers["Retry-After"]) > 0


def operation_of(method: str, path: str) -> dict[str, Any] | None:
    """Return what the document says of a method at an address."""
    for template, operations in document()["paths"].items():
        if re.fullmatch(re.sub(r"\{[^}]+\}", "[0-9a-f-]{36}", template), path):
            return operations.get(method)
    return None


def validate(schema: dict[str, Any], value: Any) -> None:
    whole = schema | {"components": document()["components"]}
    Draft202012Validator(whole, format_checker=Draft202012Validator.FORMAT_CHECKER).validate(value)
