"""Every registered game as the laws see it."""

import pytest

from tests.laws.subject import Subject
from tests.laws.wandering_towers import WANDERING_TOWERS

SUBJECTS: dict[tuple[str, int], Subject] = {("wandering_towers", 1): WANDERING_TOWERS}

every_game = pytest.mark.parametrize(
    "subject", SUBJECTS.values(), ids=[f"{name}-{version}" for name, version in SUBJECTS]
)
