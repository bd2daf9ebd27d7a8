"""Valid files of every kind, small ones, from which inputs are made: data of the package, or what it writes itself."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from tests.unit.app.sample_runs import METAGAME, SAMPLES, CoinRunner, open_folder

from evometa.experiments import settings as run_settings
from evometa.games.cards import CardSet
from evometa.games.decks.deck import load_deck
from evometa.games.decks.formats import format_deck
from evometa.games.hearthstone.cards.compiling.compiler import compile_table
from evometa.games.hearthstone.cards.reading.entries import format_cards
from evometa.games.hearthstone.cards.reading.loader import game_cards
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.hearthstone.game import HEARTHSTONE, TEMPLATE
from evometa.games.hearthstone.players.player import BUILTIN_PLAYERS
from evometa.games.hearthstone.watching.game_log import format_log
from evometa.games.hearthstone.watching.playthrough import Playthrough, record_game
from evometa.games.registry import GAME_FILE, find_game
from evometa.metagame.single_games import prepare_game
from evometa.store import run as store_run
from evometa.store.schema import FILE as RUN_FILE
from evometa.story.kind import KINDS

DECKS = ("Exp1 Hunter (Aggro)", "Starter Mage")
MET = ("Exp1 Hunter (Aggro)", "Exp1 Paladin (Control)")  # the decks of `two.toml`
CARD_ID = "MY_1"  # of the card in the seeds of cards
EVERY = 9  # how many of the game's cards become seeds
STEPS = 12  # of a game that was saved
BEGUN = "2020-01-01T00:00:00+00:00"  # when all runs began, so that the same seed makes the same inputs


def card_files() -> list[str]:
    """Many cards of the game, each in a file of its own and under another id."""
    cards = [card.tree for card in list(game_cards())[::EVERY]]
    return [format_cards([{**tree, "id": CARD_ID, "name": f"My {tree['name']}", "dbf_id": 900_001}]) for tree in cards]


def game_files() -> list[str]:
    """What a game of one's own is: with all that can be said, and with little."""
    whole = (TEMPLATE / GAME_FILE).read_text(encoding="utf-8")
    return [whole, "\n".join(line for line in whole.splitlines() if not line.startswith(("about", "version"))) + "\n"]


def lane_card_files() -> list[str]:
    """Cards of Legends of Code and Magic."""
    own = {
        "id": "MY_1",
        "name": "My Toad",
        "type": "creature",
        "cost": 2,
        "attack": 1,
        "defence": 5,
        "keywords": ["guard"],
    }
    item = {"id": "MY_2", "name": "My Axe", "type": "green item", "cost": 1, "attack": 2, "draw": 1}
    return [format_cards([own]), format_cards([own, item])]


def lane_rules_files() -> list[str]:
    """Rules of Legends of Code and Magic."""
    return [find_game("locm").format_rules(find_game("locm").load_rules())]


def overlay_files() -> list[str]:
    """Changes of one or two cards."""
    built_in = (HEARTHSTONE.folder / "overlays" / "mid_2019_costs.toml").read_text(encoding="utf-8")
    return [
        '[[card]]\nid = "CS2_231"\nattack = 2\nkeywords = ["taunt"]\n',
        'name = "Mine"\nabout = "A test"\n[[card]]\nid = "CS2_029"\nspell = { damage = 5, to = "any character" }\n',
        '[[card]]\nid = "CS2_231"\nremove = ["race"]\n[[card]]\nid = "EX1_089"\nremove = ["battlecry"]\n',
        built_in,
    ]


def deck_files() -> list[str]:
    """Decks as TOML."""
    return [format_deck(replace(load_deck(deck), name="Mine"), "toml", game_cards()) for deck in DECKS]


def deck_lists() -> list[str]:
    """Decks as plain lists, one of them with a deck code."""
    lists = [format_deck(load_deck(deck), "list", game_cards()) for deck in DECKS]
    return [*lists, f"### My deck\n# Class: Hunter\n{deck_codes()[0]}\n"]


def observed_files() -> list[str]:
    """Games of people between the decks of `two.toml`."""
    one, other = MET
    match_up = f"deck,opponent,games,wins,share\n{one},{other},120,43,\n"
    return [match_up, f"{match_up}{other},{one},120,77,0.5\n{one},,,,0.5\n"]


def target_files() -> list[str]:
    """Match-ups of `two.toml` as a designer draws them."""
    one, other = MET
    return [f",{one},{other}\n{one},,60:40 x2\n{other},40:60 x2,\n", f",{other}\n{one},55%\n"]


def deck_codes() -> list[str]:
    """Decks as codes."""
    return [format_deck(load_deck(deck), "code", game_cards()).strip() for deck in DECKS]


def metagame_files() -> list[str]:
    """Metagames that name all that a metagame can name."""
    return [
        METAGAME,
        'name = "All"\nplayers = "fair"\ncards = ["card.toml"]\noverlays = ["mid_2019_costs", "overlay.toml"]\n'
        'patches = ["patch.toml"]\nrules = "rules.toml"\n[[deck]]\ndeck = "Starter Mage"\nshare = 0.7\n'
        'player = "fair-aggro"\nname = "Fast mage"\nstyle = "aggro"\n[[deck]]\ndeck = "deck.txt"\nshare = 0.3\n'
        'player = "player.toml"\n',
    ]


def patch_files() -> list[str]:
    """Patches that use all that a patch can say."""
    return [
        'name = "Mine"\n[change]\n"Wisp" = { attack = 1, health = 2 }\n"Fireball" = { cost = -1, spell.damage = 2 }\n',
        'name = "Bans"\nallow_zero = true\nban = ["Ysera"]\none_copy = ["Fireball"]\n[give]\n"Wisp" = ["taunt"]\n'
        '[take]\n"Sen\'jin Shieldmasta" = ["taunt"]\n[change]\n"Chillwind Yeti" = { health = -4 }\n',
        'exact = true\n[change]\n"EX1_089" = { cost = 1 }\n',
    ]


def included_files() -> list[str]:
    """Patches of cards that the decks have, which a search can start from."""
    return ['name = "Start"\n[change]\n"Timber Wolf" = { cost = 1, attack = 1 }\n"Wisp" = { health = 1 }\n']


def player_files() -> list[str]:
    """Players, one of them based on another."""
    own = 'name = "Mine"\nbased_on = "fair-control"\nwidth = 2\ndepth = 3\n[weights]\nmy_hero_health = 20\n'
    return [own, *(path.read_text(encoding="utf-8") for path in sorted(BUILTIN_PLAYERS.glob("*.toml")))]


def rules_files() -> list[str]:
    """The rules of the game."""
    return [HEARTHSTONE.format_rules(HEARTHSTONE.load_rules())]


def space_files() -> list[str]:
    """What may change, in all ways to say it."""
    return [
        'range = [-2, 2]\nonly = ["cost", "Wisp"]\nlock = ["Timber Wolf", "health"]\nnerf_only = true\nmax_cards = 3\n',
        'base = "gentle"\none_way = true\ncost_at_least = 1\nlike_printed = 0.8\nmax_cards = 4\nlock = ["Wisp"]\n',
        'allow_zero = true\neffects = true\nalso = ["Hyena"]\nattack_at_most_cost_plus = 3\nbuff_only = ["Wisp"]\n'
        '[ranges]\ncost = [-1, 1]\n"Timber Wolf" = [0, 2]\n"Timber Wolf.cost" = [0, 1]\n',
    ]


def settings_files() -> list[str]:
    """Settings of a balance run."""
    return [
        'preset = "quick"\ninclude = ["include.toml"]\nmetagame = "two.toml"\nalgorithm = "nsga2"\n'
        'objectives = ["f", "m"]\ngames = 20\nseed = 5\nguide = "wrd"\nguide_top = 3\n'
        "[evolution]\npopulation = 8\ngenerations = 2\n"
        '[space]\nlock = ["Tundra Rhino"]\nrange = [-1, 1]\n',
        'metagame = "two.toml"\nobjectives = ["target", "jolt"]\nspace = "gentle"\nexplain_games = 4\n'
        f'[[target]]\ndeck = "{MET[0]}"\nagainst = "{MET[1]}"\nrate = "60:40"\n'
        'weight = 2\n[[target]]\ndeck = "any"\nagainst = "any"\nrate = 0.5\n',
        'metagame = "two.toml"\nplayers = "random"\nalgorithm = "ga"\ngames = 10\naudit_games = 20\naudit_size = 2\n',
    ]


# --- games ----------------------------------------------------------------------------------------


@cache
def positions() -> list[str]:
    """Positions as the console saves them: the start of a game, and one with something of everything."""
    table, cards = compile_table(game_cards()), game_cards()
    started = Position.begin(table, ["hunter", "mage"], [_cards_of(deck, cards) for deck in DECKS], 7)
    rich = Position.empty(table, ("hunter", "mage")).set_mana(0, 8).set_mana(1, 10).seed(3)
    for minion in ("Chillwind Yeti", "Raid Leader", "Cairne Bloodhoof"):
        rich.add_minion(0, minion)
        rich.add_minion(1, minion)
    rich.give(0, "Fireball", "Arcane Missiles", "Wisp", "Tracking", "Eaglehorn Bow")
    rich.set_deck(0, ["Wisp", "King Krush", "Fireball"])
    rich.add_secret(1, "Mirror Entity")
    rich.equip(0, "Gladiator's Longbow")
    return [json.dumps(each.save(), indent=1) for each in (started, rich)]


def _cards_of(deck: str, cards: CardSet) -> list[str]:
    return list(load_deck(deck).card_ids(cards))


def position_tables() -> list[str]:
    """A position as a person writes it."""
    return [
        'current = 0\n[[sides]]\nhero = "Rexxar"\nmana = 5\nmax_mana = 5\n'
        'hand = ["Arcane Shot", { card = "Wisp", cost = -1 }]\n'
        '[[sides]]\nhero = "Jaina Proudmoore"\n'
        'board = ["Wisp", { card = "Chillwind Yeti", damage = 2, keywords = ["taunt", "frozen"] }]\n'
        'weapon = { card = "Fiery War Axe", attack = 2, durability = 1 }\nsecrets = ["Mirror Entity"]\n'
    ]


@cache
def game_logs() -> list[str]:
    """A game that was saved after some steps."""
    setting = prepare_game((DECKS[0], DECKS[1]), ("random", "random"), seed=4)
    playthrough = Playthrough(setting)
    for _ in playthrough.follow(record_game(setting)[:STEPS]):
        pass
    return [format_log(playthrough.log())]


# --- runs -----------------------------------------------------------------------------------------


def make_runs(folder: Path) -> None:
    """Store a finished and an interrupted run of every kind, each as one file."""
    for kind in KINDS:
        for n_batches, ending in ((None, "finished"), (2, "interrupted")):
            (folder / f"{kind}-{ending}.sqlite").write_bytes(_make_run(kind, n_batches))


def _make_run(kind: str, n_batches: int | None) -> bytes:
    """The file of a run of a kind, interrupted after some batches of games."""
    with (
        _own_folder() as folder,
        patch.object(run_settings, "locate_file", lambda reference: reference),  # found from every folder that has it
        patch.object(store_run, "_now", lambda: BEGUN),
        pytest.MonkeyPatch.context() as changes,
    ):
        settings = open_folder(folder, changes)(kind)
        with suppress(KeyboardInterrupt):
            KINDS[kind].experiment.start(Path("run"), settings, CoinRunner(n_batches))
        return (folder / "run" / RUN_FILE).read_bytes()


@contextmanager
def _own_folder() -> Iterator[Path]:
    before = Path.cwd()
    with TemporaryDirectory() as name:
        try:
            yield Path(name)
        finally:
            os.chdir(before)


assert set(SAMPLES) == set(KINDS), "every kind of run has a sample, which is a seed"
