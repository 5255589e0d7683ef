"""The OpenAPI document: valid, complete, and what it says is what programs meet."""

from collections.abc import Iterator

import pytest
import schemathesis
from django.core.cache import cache
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from tests.api.program import PROBLEM, Program
from tests.factories import person, running_game
from wtgame.accounts.services import issue_token
from wtgame.api.openapi import document
from wtgame.api.urls import v1
from wtgame.wsgi import application


def test_the_document_is_made_without_a_warning(tmp_path: object) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, file=f"{tmp_path}/openapi.yaml")


def test_the_document_is_openapi_3_1() -> None:
    served = Program().get("/openapi.json").json()
    assert served["openapi"] == "3.1.1"
    OpenAPIV31SpecValidator(served).validate()


def test_every_address_is_described() -> None:
    described = {path.replace("{game_id}", "<uuid:game_id>") for path in document()["paths"]}
    assert described == {f"/api/v1/{pattern.pattern}" for pattern in v1} - {"/api/v1/openapi.json"}


def test_every_operation_has_a_name_a_sentence_and_its_problems() -> None:
    names = []
    for operations in document()["paths"].values():
        for operation in operations.values():
            names.append(operation["operationId"])
            assert operation["description"]
            assert "406" in operation["responses"]
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    assert list(answer["content"]) == [PROBLEM]
    assert len(names) == len(set(names))


@pytest.mark.django_db
def test_the_index_names_addresses_that_exist() -> None:
    index, alice = Program().get("/").json(), Program("Alice")
    for name, address in index.items():
        if name in ("name", "version"):
            continue
        status = alice.call("get", address.removeprefix("http://testserver/api/v1")).status_code
        assert status == (405 if name in ("accounts", "tokens") else 200)


CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
described = schemathesis.openapi.from_dict(document())
described.app = application


@pytest.fixture
def _one_connection() -> Iterator[None]:
    """Keep the connection of the test open, which Django closes after each request, as its own test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def at_the_table(db: None) -> tuple[str, str]:
    """A game in which Alice is to move, and her token."""
    game = running_game()
    return str(game.pk), issue_token(account=person("Alice"), name="generated")


@described.parametrize()
@settings(
    max_examples=10,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@pytest.mark.usefixtures("_one_connection")
def test_generated_requests_meet_what_is_described(case: schemathesis.Case, at_the_table: tuple[str, str]) -> None:
    game_id, token = at_the_table
    cache.clear()  # the limits
    case.path_parameters = dict.fromkeys(case.path_parameters, game_id)
    headers = {"Authorization": f"Bearer {token}"}
    case.validate_response(case.call(headers=headers), checks=CHECKS, headers=headers)
