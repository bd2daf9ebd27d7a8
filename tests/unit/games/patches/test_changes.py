"""Changes of one line, as `what-if` takes them. More of them are in `test_patch.py`."""

import pytest

from evometa.games.hearthstone.cards import load_cards
from evometa.games.patches.files import LINE_FORMS, parse_change, parse_changes
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError

CARDS = load_cards()
AXE, WISP, LEEROY = (CARDS[name].id for name in ("Fiery War Axe", "Wisp", "Leeroy Jenkins"))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Fiery War Axe cost +1", Patch(changes={f"{AXE}.cost": 1})),
        ("Wisp attack = 2", Patch(changes={f"{WISP}.attack": 1})),
        ("ban Leeroy Jenkins", Patch(banned=frozenset([LEEROY]))),
        ("Ban leeroy jenkins", Patch(banned=frozenset([LEEROY]))),
        ("limit Wisp", Patch(limited=frozenset([WISP]))),
        ("limit Wisp to one copy", Patch(limited=frozenset([WISP]))),
    ],
)
def test_a_line(line: str, expected: Patch) -> None:
    assert parse_change(line, CARDS) == expected


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ban Leroy Jenkins", "there is no card 'Leroy Jenkins'; did you mean 'Leeroy Jenkins'?"),
        ("limit Whisp", "there is no card 'Whisp'; did you mean 'Wisp'?"),
        ("ban", "cannot read the change 'ban'; write one of: " + ", ".join(LINE_FORMS)),
        ("", "cannot read the change ''"),
        ("Wisp attack = many", "cannot read the change 'Wisp attack = many'"),
    ],
)
def test_a_bad_line(line: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_change(line, CARDS)
    assert message in str(caught.value)


def test_a_number_is_set_once() -> None:
    with pytest.raises(InputError, match=rf"the change 'Wisp attack = 3' sets {WISP}.attack, which a change before"):
        parse_changes(["Wisp attack = 2", "Wisp attack = 3"], CARDS)
    assert parse_changes(["Wisp attack = 2", "Wisp attack +1"], CARDS) == Patch(changes={f"{WISP}.attack": 2})
