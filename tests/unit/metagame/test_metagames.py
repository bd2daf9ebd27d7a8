"""Metagames: the built-in ones, files, what is refused, and changed copies."""

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.games.made_up_game import MadeUpGame

from evometa.games.decks.deck import Deck, builtin_decks, load_deck
from evometa.games.decks.formats import format_deck
from evometa.games.hearthstone.cards import load_cards, load_rules
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.games.patches.files import parse_changes
from evometa.games.patches.patch import Patch
from evometa.games.players import load_player
from evometa.games.registry import default_game
from evometa.input import InputError, reading
from evometa.metagame.metagames import Metagame, builtin_metagames, find_game_of, find_pool_of, load_metagame
from evometa.metagame.model import Variant

CARDS = load_cards()
PAPER_CARDS, CLASSIC_CARDS = load_cards(overlays=["paper_engine"]), load_cards(overlays=["classic_2014"])
SMALL = load_metagame("paper-small")
MAGE, ROGUE = '[[deck]]\ndeck = "Starter Mage"\n', '[[deck]]\ndeck = "Starter Rogue"\n'
CODE = format_deck(load_deck("Starter Mage"), "code", CARDS).strip()

Load = Callable[..., Metagame]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Writes a metagame into a file called mine.toml, beside other files, and loads it."""

    def load_text(text: str, **files: str) -> Metagame:
        for name, content in {"mine": text, **files}.items():
            (tmp_path / f"{name}.toml").write_text(content, encoding="utf-8")
        return load_metagame(tmp_path / "mine.toml")

    return load_text


@pytest.fixture
def refuse(load: Load, tmp_path: Path) -> Callable[..., str]:
    """The message for a metagame that must be refused, without the folder."""

    def error_of(text: str, **files: str) -> str:
        with pytest.raises(InputError) as caught:
            load(text, **files)
        return str(caught.value).replace(f"{tmp_path}/", "")

    return error_of


# --- built in -----------------------------------------------------------------------------------


def test_the_builtin_metagames_hold_the_decks_that_they_should() -> None:
    papers = ("paper-six", "paper-small", "paper-starters", "paper-twelve")
    assert builtin_metagames() == ("classic-2014", *papers, "starters")
    by_stem = builtin_decks()
    decks = {name: [deck.name for deck in load_metagame(name).decks] for name in builtin_metagames()}
    assert decks == {
        "classic-2014": [deck.name for stem, deck in by_stem.items() if stem.startswith("classic_2014_")],
        "paper-six": [deck.name for stem, deck in by_stem.items() if stem.startswith("exp1_")],
        "paper-small": ["Exp1 Hunter (Aggro)", "Exp2 Paladin (Control)", "Exp2 Warlock (Control)"],
        "paper-starters": [
            f"Starter {k} ({s})" for k in ("Hunter", "Paladin", "Warlock") for s in ("Aggro", "Control")
        ],
        "paper-twelve": [deck.name for stem, deck in by_stem.items() if stem.startswith("exp")],
        "starters": [deck.name for stem, deck in by_stem.items() if stem.startswith("starter_")],
    }


@pytest.mark.parametrize("name", builtin_metagames())
def test_a_builtin_metagame_has_skilled_players_and_even_shares(name: str) -> None:
    metagame = load_metagame(name)
    assert metagame.name == name
    if name == "paper-starters":  # its decks differ by their style alone
        assert [player.name for player in metagame.players] == [f"fair-{deck.style}" for deck in metagame.decks]
    else:
        assert {player.name for player in metagame.players} == {"skilled"}
    assert metagame.shares == (1 / len(metagame.decks),) * len(metagame.decks)
    cards = CLASSIC_CARDS if name == "classic-2014" else CARDS
    assert (metagame.card_set, metagame.rules, metagame.patch) == (cards, load_rules(), None)


def test_the_metagame_of_2014_has_fifteen_decks_of_nine_classes_with_the_cards_of_then() -> None:
    metagame = load_metagame("classic-2014")
    assert (len(metagame.decks), {deck.klass for deck in metagame.decks}) == (15, {*default_game().classes})
    numbers = {name: metagame.patched_cards[name].cost for name in ("Leeroy Jenkins", "Soulfire", "Hex")}
    assert numbers == {"Leeroy Jenkins": 4, "Soulfire": 0, "Hex": 3}
    assert metagame.decks[8].counts()["Doomsayer"] == 2


@pytest.mark.parametrize(("name", "pool"), [("classic-2014", "all"), ("paper-six", "paper")])
def test_a_metagame_says_which_cards_decks_against_it_may_hold(name: str, pool: str) -> None:
    assert find_pool_of(name) == pool


# --- files --------------------------------------------------------------------------------------


def test_a_file_says_decks_players_and_shares(load: Load) -> None:
    metagame = load(
        'name = "Two"\nplayers = "paper"\n[[deck]]\ndeck = "Starter Mage"\nshare = 0.75\n'
        '[[deck]]\ndeck = "Starter Rogue"\nplayer = "careful.toml"\nname = "Sly"\nstyle = "Aggro"\nshare = 0.25\n',
        careful='based_on = "fair-aggro"\nwidth = 2\n',
    )
    assert (metagame.name, metagame.shares) == ("Two", (0.75, 0.25))
    assert [(deck.name, deck.style) for deck in metagame.decks] == [("Starter Mage", "control"), ("Sly", "aggro")]
    assert [(player.name, player.width) for player in metagame.players] == [("paper-control", 4), ("careful", 2)]
    assert metagame.card_set == PAPER_CARDS


def test_decks_come_by_name_by_file_and_by_code(load: Load) -> None:
    metagame = load(
        f'[[deck]]\ndeck = "starter_rogue"\n[[deck]]\ndeck = "own.toml"\n'
        f'[[deck]]\ndeck = "{CODE}"\nstyle = "control"\n[[deck]]\ndeck = "{CODE}"\nname = "Other"\nplayer = "random"\n',
        own=format_deck(load_deck("Starter Druid"), "toml", CARDS),
    )
    assert [deck.name for deck in metagame.decks] == ["Starter Rogue", "Starter Druid", "Mage", "Other"]
    assert metagame.name == "mine"
    assert [player.name for player in metagame.players] == ["skilled"] * 3 + ["random"]


def test_cards_overlays_patches_and_rules_are_used(load: Load) -> None:
    wisp = 'id = "MY_1"\nname = "Lantern"\nclass = "neutral"\nset = "custom"\ntype = "minion"\nrarity = "common"\n'
    metagame = load(
        'cards = ["more.toml"]\noverlays = ["mid_2019_costs", "bright.toml"]\npatches = ["one.toml", "two.toml"]\n'
        f'rules = "short.toml"\n[[deck]]\ndeck = "lanterns.toml"\n{MAGE.replace("Starter Mage", "frogs.toml")}',
        more=f"[[card]]\n{wisp}cost = 9\nattack = 1\nhealth = 1\ndbf_id = 99999\n",
        bright='[[card]]\nid = "MY_1"\nattack = 2\n',
        one='name = "One"\n[change]\n"Lantern" = { cost = 3 }\n',
        two='name = "Two"\nban = ["Fireball"]\n[change]\n"Lantern" = { cost = -1, attack = 1 }\n',
        short=_rules_text().replace("deck_size = 30", "deck_size = 2"),
        lanterns='name = "Lanterns"\nclass = "mage"\nstyle = "aggro"\ncards = ["2x Lantern"]\n',
        frogs='name = "Frogs"\nclass = "mage"\nstyle = "aggro"\ncards = ["2x Wisp"]\n',
    )
    lantern = metagame.patched_cards["Lantern"].tree
    assert (lantern["cost"], lantern["attack"]) == (9, 3)  # clamped at 10 between the patches
    assert metagame.card_set["Lantern"].tree["cost"] == 9
    assert metagame.patch is not None
    assert metagame.patch.name == "One + Two"
    assert metagame.rules.deck_size == 2
    table = metagame.table()
    assert table.record.cards[table.roster.find("Lantern")].attack == 3
    assert metagame.table() is table


def _rules_text() -> str:
    return HEARTHSTONE.format_rules(HEARTHSTONE.load_rules())


def test_an_overlay_of_the_players_may_be_said_too(load: Load) -> None:
    assert load(f'players = "paper"\noverlays = ["paper_engine"]\n{MAGE}').card_set == PAPER_CARDS


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize("player", ["fair", "mine.toml"])
def test_the_files_of_evometa_are_read_once_however_many_decks_name_them(
    player: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.toml").write_text('based_on = "fair-aggro"\n')
    read: list[str] = []
    monkeypatch.setattr(reading.tomllib, "loads", lambda text, loads=tomllib.loads: read.append(text) or loads(text))
    n_read = []
    for n_decks in (1, 1, 60):  # the first time, what is then kept is read as well
        read.clear()
        decks = "".join(f'{MAGE}name = "Mage {n}"\nplayer = "{player}"\nstyle = "aggro"\n' for n in range(n_decks))
        (tmp_path / "many.toml").write_text(decks)
        assert len(load_metagame(tmp_path / "many.toml").decks) == n_decks
        assert len(set(read)) == len(read)
        n_read.append(len(read))
    assert n_read[1] == n_read[2]


def with_shares(*shares: str) -> str:
    """Two decks with these shares; an empty one is left out."""
    lines = [f"share = {share}\n" if share else "" for share in shares]
    return "".join(deck + line for deck, line in zip((MAGE, ROGUE), lines, strict=True))


MISTAKES = {
    "not TOML": ("[[deck]\n", "mine.toml: this is not TOML: "),
    "no deck": ('name = "Empty"', "mine.toml: there is no deck in it; allowed: one [[deck]] for each deck"),
    "a deck table": ('deck = "Starter Mage"', "mine.toml, field 'deck': found 'Starter Mage'; allowed: one [[deck]]"),
    "unknown field": (f'plyers = "fair"\n{MAGE}', "mine.toml: unknown field 'plyers'; did you mean 'players'?"),
    "unknown field of a deck": (f"{MAGE}shaer = 1", "field 'deck.0': unknown field 'shaer'; did you mean 'share'?"),
    "missing deck": ("[[deck]]\nshare = 1", "mine.toml, field 'deck.0': the field 'deck' is missing"),
    "unknown deck": (
        f'{ROGUE}[[deck]]\ndeck = "Starter Mag"',
        "mine.toml, field 'deck.1.deck': there is no deck file and no built-in deck 'Starter Mag'; "
        "did you mean 'Starter Mage'?",
    ),
    "missing deck file": ('[[deck]]\ndeck = "no.toml"', "field 'deck.0.deck': there is no deck file no.toml"),
    "deck that is no text": ("[[deck]]\ndeck = 3", "field 'deck.0.deck': found 3; allowed: a text"),
    "cut off code": (f'[[deck]]\ndeck = "{CODE[:20]}"', "field 'deck.0.deck': deck code: the deck code is cut off"),
    "unknown preset": (
        f'players = "fiar"\n{MAGE}',
        "mine.toml, field 'players': there is no player file and no preset ",
    ),
    "unknown player": (
        f'{MAGE}player = "fair-contrl"',
        "mine.toml, field 'deck.0.player': there is no player file and no preset 'fair-contrl'; "
        "did you mean 'fair-control'?",
    ),
    "missing player file": (f'{MAGE}player = "no.toml"', "field 'deck.0.player': there is no player file no.toml"),
    "a style that is missing": (
        f'players = "fair"\n[[deck]]\ndeck = "{CODE}"',
        "field 'players': deck code, deck 'Mage': it has no style, so 'fair' could be 'fair-aggro' or 'fair-control'",
    ),
    "the same deck twice": (MAGE + MAGE, "field 'deck.1': there is another deck 'Starter Mage'; allowed: different"),
    "negative share": (with_shares("-0.5", "1.5"), "field 'deck.0.share': the share -0.5 is out of range; allowed: 0"),
    "share above one": (with_shares("0.5", "1.5"), "field 'deck.1.share': the share 1.5 is out of range; allowed: 0"),
    "share that is no number": (with_shares("nan", "0.5"), "field 'deck.0.share': found nan; allowed: a number that"),
    "share in words": (with_shares('"half"', "0.5"), "field 'deck.0.share': found 'half'; allowed: a number from 0"),
    "share that is true": (with_shares("true", "0"), "field 'deck.0.share': found true; allowed: a number from 0"),
    "shares below one": (with_shares("0.5", "0.4"), "mine.toml: the shares of the decks sum to 0.9; allowed: shares"),
    "shares above one": (with_shares("0.5", "0.50001"), "the shares of the decks sum to 1.00001; allowed: shares"),
    "some shares": (with_shares("1.0", ""), "mine.toml: found shares for 1 of 2 decks; allowed: for all of them, or"),
    "overlays in a text": (f'overlays = "x"\n{MAGE}', "field 'overlays': found 'x'; allowed: a list of texts"),
    "unknown pool": (f'pool = "papper"\n{MAGE}', "pool': pool of cards: unknown pool or set 'papper'; did you mean"),
    "unknown overlay": (f'overlays = ["paper_engin"]\n{MAGE}', "unknown overlay 'paper_engin'; did you mean 'paper_"),
    "missing overlay file": (f'overlays = ["no.toml"]\n{MAGE}', "no.toml: cannot be read"),
    "missing card file": (f'cards = ["no.toml"]\n{MAGE}', "no.toml: cannot be read"),
    "missing patch": (f'patches = ["no.toml"]\n{MAGE}', "no.toml: cannot be read"),
    "missing rules": (f'rules = "no.toml"\n{MAGE}', "no.toml: cannot be read"),
    "unknown game": (f'game = "nonsense"\n{MAGE}', "mine.toml, field 'game': unknown game 'nonsense'; allowed: hearth"),
    "a game that is no text": (f"game = 3\n{MAGE}", "mine.toml, field 'game': found 3; allowed: a text"),
    "rules that are no text": (f"rules = 3\n{MAGE}", "mine.toml, field 'rules': found 3; allowed: a text"),
}


@pytest.mark.parametrize(("text", "part"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_gets_a_clear_message(refuse: Callable[..., str], text: str, part: str) -> None:
    assert part in refuse(text)


def test_shares_that_miss_one_by_rounding_are_fine(load: Load) -> None:
    assert load(with_shares("0.3333333", "0.6666667")).shares == (0.3333333, 0.6666667)


def test_an_illegal_deck_is_refused(refuse: Callable[..., str]) -> None:
    message = refuse(
        '[[deck]]\ndeck = "own.toml"',
        own='name = "Own"\nclass = "mage"\nstyle = "aggro"\ncards = ["29x Wisp", "Wsip"]\n',
    )
    assert "own.toml, deck 'Own': there is no card 'Wsip'; did you mean 'Wisp'?" in message
    assert "own.toml, deck 'Own': found 29 copies of Wisp, but the rule for copies allows 2 at most" in message


def test_a_deck_with_a_card_that_a_patch_bans_is_refused(refuse: Callable[..., str]) -> None:
    message = refuse(f'patches = ["spring.toml"]\n{MAGE}', spring='name = "Spring"\nban = ["Fireball"]\n')
    assert message == "starter_mage.toml, deck 'Starter Mage': Fireball is banned by the patch (Spring)"


def test_an_unknown_metagame_gets_the_nearest_name() -> None:
    with pytest.raises(InputError, match="no built-in metagame 'paper-sx'; did you mean 'paper-six'\\? allowed: "):
        load_metagame("paper-sx")
    with pytest.raises(InputError, match=r"there is no metagame file no/mine\.toml"):
        load_metagame("no/mine.toml")


def test_parts_that_do_not_fit_together_are_refused() -> None:
    with pytest.raises(InputError, match="found 2 players for 3 decks"):
        replace(SMALL, players=SMALL.players[:2])
    with pytest.raises(InputError, match="found 2 shares for 3 decks"):
        replace(SMALL, shares=(0.5, 0.5))


# --- games --------------------------------------------------------------------------------------


def test_a_file_may_name_its_game(load: Load) -> None:
    metagame = load(f'game = "hearthstone"\n{MAGE}')
    assert metagame == load(MAGE)
    assert metagame.game is default_game()


def test_the_game_of_a_file_is_found_without_reading_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('game = "hearthstone"\nnonsense = 3\n')
    assert find_game_of(path) is find_game_of("paper-small") is default_game()
    path.write_text('game = "nonsense"\n')
    with pytest.raises(InputError, match="field 'game': unknown game 'nonsense'; allowed: hearthstone"):
        find_game_of(path)


def test_a_file_for_another_game_than_was_asked_for_is_refused(load: Load, tmp_path: Path) -> None:
    load(f'game = "hearthstone"\n{MAGE}')
    asked = Variant(chosen=MadeUpGame())
    with pytest.raises(InputError, match="field 'game': the file is for the game 'hearthstone', but 'made-up' was"):
        load_metagame(tmp_path / "mine.toml", asked)


# --- changed copies -----------------------------------------------------------------------------


def test_other_players_bring_their_cards_and_take_them_away_again() -> None:
    paper = SMALL.with_players("paper")
    assert [player.name for player in paper.players] == ["paper-aggro", "paper-control", "paper-control"]
    assert (paper.card_set, SMALL.card_set) == (PAPER_CARDS, CARDS)
    assert paper.with_players("skilled") == SMALL
    assert [player.name for player in SMALL.with_players("random").players] == ["random"] * 3


def test_other_players_keep_the_patch() -> None:
    patch = parse_changes(["Wisp cost +1"], CARDS)
    assert SMALL.with_patch(patch).with_players("paper") == SMALL.with_players("paper").with_patch(patch)


def test_cards_from_elsewhere_are_not_lost_in_silence() -> None:
    own = replace(SMALL, card_set=SMALL.card_set, card_source=None)
    assert own.with_players("random").card_set is own.card_set
    with pytest.raises(InputError, match=r"has cards of its own, but the players 'paper' are meant for other overlays"):
        own.with_players("paper")


def test_a_patch_goes_on_top_of_the_one_before() -> None:
    first, second = parse_changes(["Wisp attack +20"], CARDS), parse_changes(["Wisp attack -1"], CARDS)
    patched = SMALL.with_patch(first).with_patch(second)
    assert patched.patched_cards == second.apply(first.apply(CARDS))
    assert patched.patched_cards["Wisp"].tree["attack"] == 9
    assert SMALL.patched_cards["Wisp"].tree["attack"] == 1


def test_decks_play_other_cards_for_those_that_a_patch_bans() -> None:
    wisp, consecration = (CARDS[name].id for name in ("Wisp", "Consecration"))
    first = SMALL.with_patch(Patch(banned=frozenset([wisp])))
    assert [(each.deck, each.card) for each in first.replaced] == [("Exp1 Hunter (Aggro)", "Wisp")]
    assert str(first.replaced[0]) in first._repr_html_()
    second = first.with_patch(Patch(limited=frozenset([consecration])))
    assert second.replaced[0] == first.replaced[0]
    assert {each.card for each in second.replaced[1:]} == {"Consecration"}
    assert not any(wisp in deck.card_ids(CARDS) for deck in second.decks)
    assert max(deck.card_ids(CARDS).count(consecration) for deck in second.decks) == 1


def test_a_deck_is_found_by_its_name() -> None:
    for name in ("Exp2 Paladin (Control)", "exp2 paladin control", "exp2_paladin_control"):
        assert SMALL.index_of(name) == 1
    with pytest.raises(InputError, match=r"'paper-small' has no deck 'Exp2 Palladin'; did you mean 'Exp2 Paladin"):
        SMALL.index_of("Exp2 Palladin")


def test_decks_whose_names_differ_in_signs_only_are_found_by_their_exact_names() -> None:
    decks = (replace(SMALL.decks[0], name="A+"), replace(SMALL.decks[1], name="A-"))
    metagame = Metagame("Two", decks, SMALL.players[:2], (0.5, 0.5), CARDS)
    assert [metagame.index_of(name) for name in ("A+", "A-")] == [0, 1]
    with pytest.raises(InputError, match=r"has no deck 'a'.*allowed: A\+, A-"):
        metagame.index_of("a")


def test_a_metagame_can_be_made_in_python() -> None:
    deck = load_deck("Starter Mage")
    metagame = Metagame("Alone", (deck,), (load_player("random"),), (1.0,), CARDS)
    assert metagame.table().roster.find("Wisp") == CARDS.index_of("Wisp")
    with pytest.raises(InputError, match=r"metagame 'Alone', field 'deck\.0\.share': the share 2"):
        replace(metagame, shares=(2.0,))
    with pytest.raises(InputError, match="found 1 cards, but a deck has exactly 30"):
        replace(metagame, decks=(Deck("Short", "mage", "", ("Wisp",)),))
