"""Start a balance run: what may change, within which limits, what it is to reach, and what it may cost.

`?bench=KEY` begins from a bench: with its metagame, its patch in the first population, and its locked cards locked.
"""

from __future__ import annotations

import re
from asyncio import to_thread
from collections.abc import Mapping
from math import comb, isfinite
from typing import Any
from urllib.parse import urlencode

from nicegui import ui

from evometa.balance.objectives import OBJECTIVES, TARGET, label_objective
from evometa.balance.space import BASES, GENTLE
from evometa.balance.space_files import make_space
from evometa.balance.targets import make_target
from evometa.experiments.balance.settings import BalanceSettings, find_preset
from evometa.games.patches.files import format_patch
from evometa.input.errors import InputError
from evometa.input.fields import MOST_SEED
from evometa.input.settings import Option, gather, options_of
from evometa.input.shown_text import show_name
from evometa.metagame.metagames import Metagame
from evometa.search.algorithms import ALGORITHMS, MODEL
from evometa.studio.benches import Bench
from evometa.studio.pages.page import Arguments, StudioPage, choose_metagame, read_number
from evometa.studio.pages.parts import PlainButton, Problem, Words, field, named
from evometa.studio.state import Studio

FIRST = "paper-small"
SPACES = {"gentle": "gentle: what a designer would ship", "free": "free: all numbers, by up to 3"}
BUDGETS = {"quick": "quick: about a minute", "demo": "demo: a few minutes", "": "thorough: an hour or more"}
SEARCHES = {
    "model": "model: learns from every game",
    "nsga2": "nsga2: evolves, for several objectives",
    "ga": "ga: evolves, for one objective",
}
_WISHES = "Match-ups as you want them"
_WISH = re.compile(r"(.+?)\s+against\s+(.+?)\s+(\d+(?:\.\d+)?\s*:\s*\d+(?:\.\d+)?)")
EXAMPLE = "Hunter against Paladin 55:45"
_WISH_PLACE = re.compile(rf"{_WISHES}, field '(\d+)[^']*'")  # in messages about wishes
OTHERS = "Those that no line is about do not matter; 'any against any 50:50' stands for all of them."
# What the form asks for by a number, which stands where the settings say it.
OPTIONS = {option.name: option for option in options_of(BalanceSettings) if option.setting.label}
_EVOLVING = ("population", "generations", "games")  # which only searches that evolve ask for
_DIRECTIONS = {"": "any direction", "nerf_only": "only nerfs", "buff_only": "only buffs"}


async def build(studio: Studio, arguments: Arguments) -> None:
    """The page: a form, and a button that starts the run."""
    bench = studio.benches.find(arguments["bench"]) if "bench" in arguments else None
    reference = bench.reference if bench else arguments.get("metagame", studio.first_metagame(FIRST))
    players = bench.players if bench else arguments.get("players")
    choose_metagame(studio, PATH, reference, players)
    metagame = await to_thread(studio.load_metagame, reference, players)
    if studio.folder.read_only:
        raise InputError("The studio was started with --read-only, so no run can be started.")
    _Form(studio, reference, players, metagame, bench)


class _Form:
    """What a balance run is asked with."""

    def __init__(
        self, studio: Studio, reference: str, players: str | None, metagame: Metagame, bench: Bench | None
    ) -> None:
        self.studio, self.bench = studio, bench
        self.reference, self.players, self.metagame = reference, players, metagame
        self.is_starting = False
        if bench and bench.patch:
            Words("The patch of the bench belongs to the first population.", "p")
        self._add_space()
        self._add_target()
        self._add_budget()
        self.said = Words(tag="p", classes="faint")
        self.problem = Problem()
        PlainButton("Start", "Start the run", lambda: None).on("click", self.start)
        for choice in (self.space, *self.limits, self.way, self.effects, self.locked, *self.later, self.seed):
            choice.on_value_change(self.estimate)
        self.estimate()

    def _add_space(self) -> None:
        Words("What may change", "h2")
        cards = self.metagame.patched_cards
        ids = dict.fromkeys(card for deck in self.metagame.decks for card in deck.card_ids(cards))
        names = {card: cards[card].name for card in ids}
        with ui.element("div").classes("choices"):
            spaces = {name: SPACES.get(name, name) for name in BASES}
            self.space = field(ui.select(spaces, value=GENTLE, label="Space"), "Space of changes")
            self.range = field(ui.number("At most this far", min=1, max=10, precision=0), "Largest change of a number")
            most = ui.number("At most this many cards", min=1, max=len(names), precision=0)
            self.most = field(most, "Most cards that change")
            self.numbers = {"max_m": field(_ask(OPTIONS["max_m"]), "Largest magnitude of the patch")}
            self.way = field(ui.select(_DIRECTIONS, value="", label="Direction"), "Direction of changes")
            self.effects = named(ui.checkbox("Numbers inside effects too"), "Numbers inside effects too")
            locked = sorted(self.bench.locked & names.keys()) if self.bench else []
            self.locked = ui.select(names, value=locked, multiple=True, with_input=True, label="Locked cards")
            field(self.locked.props("use-chips"), "Locked cards")
            self.limits = (self.range, self.most, self.numbers["max_m"])

    def _add_target(self) -> None:
        Words("What to reach", "h2")
        titles = {name: objective.title for name, objective in OBJECTIVES.items() if name != TARGET}
        with ui.element("div").classes("choices"):
            self.objectives = ui.select(
                titles, value=list(BalanceSettings.objectives), multiple=True, label="As low as possible"
            )
            field(self.objectives.props("use-chips").classes("broad"), "What is to be as low as possible")
            self.wishes = ui.textarea(f"{_WISHES}, one in a line", placeholder=EXAMPLE)
            named(self.wishes.props("outlined dense autogrow debounce=400").classes("broad"), _WISHES)
        self.aim = Words(tag="p").props("role=status")

    def _add_budget(self) -> None:
        Words("What it may cost", "h2")
        with ui.element("div").classes("choices"):
            self.budget = named(ui.select(BUDGETS, value="quick", label="Budget"), "Budget")
            searches = {name: SEARCHES.get(name, name) for name in (MODEL, *ALGORITHMS)}
            self.algorithm = named(ui.select(searches, value=MODEL, label="Search"), "Search")
            costs = {name: named(_ask(each), each.setting.label) for name, each in OPTIONS.items() if name != "max_m"}
            self.numbers |= costs
            self.seed = named(ui.input("Seed", value=str(self.studio.settings.seed)), "Seed")
        self.evolving = [costs[name] for name in _EVOLVING]
        self.later = (self.objectives, self.wishes, self.budget, self.algorithm, *costs.values())
        for choice in (*self.later, self.seed):
            choice.props("outlined dense")

    # --- what comes of it ---

    def settings(self) -> BalanceSettings:
        """The settings that the form says; an `InputError` if they cannot be."""
        base = find_preset(str(self.budget.value)) if self.budget.value else BalanceSettings()
        asked: dict[str, Any] = {
            **{name: _read_whole(each) for name, each in self.numbers.items()},
            "metagame": str(self.studio.find_metagame(self.reference)),
            "players": self.players,
            "algorithm": str(self.algorithm.value),
            "objectives": self._objectives(),
            "target": self._wishes(),
            "space": self._space(),
            "seed": read_number(str(self.seed.value), "seed", MOST_SEED),
        }
        wanted = {**gather(BalanceSettings, asked), "patches": self._patches()}
        chosen = base.change(wanted)
        make_space(self.metagame, chosen.space)
        return chosen.for_match_ups(comb(len(self.metagame.decks), 2), wanted)

    def _wishes(self) -> list[dict[str, str]]:
        wishes = read_wishes(str(self.wishes.value or ""))
        try:
            if wishes:
                make_target(self.metagame, wishes, _WISHES)
        except InputError as error:
            raise InputError(_WISH_PLACE.sub(lambda found: f"match-up {int(found[1]) + 1}", str(error))) from None
        return wishes

    def _objectives(self) -> list[str]:
        """Who draws match-ups wants these, and not even ones."""
        chosen = [str(name) for name in self.objectives.value]
        if not str(self.wishes.value or "").strip():
            return chosen
        return [TARGET, *(name for name in chosen if OBJECTIVES[name].is_exact)]

    def _tell_aim(self, settings: BalanceSettings) -> str:
        """What the match-ups that somebody has drawn mean for the search; nothing if there are none."""
        if not settings.target:
            return ""
        replaced = [str(name) for name in self.objectives.value if name not in settings.objectives]
        instead = f" instead of {' and '.join(map(label_objective, replaced))}" if replaced else ""
        return f"The search aims at these match-ups{instead}. {OTHERS}"

    def _space(self) -> Mapping[str, Any]:
        far = _read_whole(self.range)
        said = {
            "base": str(self.space.value),
            "range": None if far is None else [-far, far],
            "max_cards": _read_whole(self.most),
            "effects": True if self.effects.value else None,
            "lock": list(self.locked.value) or None,
            **({str(self.way.value): True} if self.way.value else {}),
        }
        return {name: value for name, value in said.items() if value is not None}

    def _patches(self) -> list[list[str]]:
        if self.bench is None or not self.bench.patch:
            return []
        return [["bench", format_patch(self.bench.patch.effective(self.bench.cards), self.bench.cards)]]

    def estimate(self) -> None:
        """Say how many games it will be, or what is wrong."""
        for each in self.evolving:
            each.set_visibility(self.algorithm.value != MODEL)
        try:
            settings = self.settings()
        except InputError as error:
            self.problem.tell(str(error))
            self.aim.say("")
            self.said.say("")
            return
        self.problem.tell("")
        self.aim.say(self._tell_aim(settings))
        self.said.say(f"About {settings.games_left(-1, comb(len(self.metagame.decks), 2)):,} games.")

    async def start(self) -> None:
        """Start the run, and go to its page; a second click starts no second run."""
        if self.is_starting:
            return
        self.is_starting = True
        try:
            settings = self.settings()
            name = await to_thread(self.studio.runs.start_balance, settings, self.metagame.name)
        except InputError as error:
            self.is_starting = False
            self.problem.tell(str(error))
            return
        ui.navigate.to(f"/runs?{urlencode({'run': name})}")


def read_wishes(text: str) -> list[dict[str, str]]:
    """Match-ups as somebody wants them, one in a line of a text, as `balance.targets` takes them."""
    wishes = []
    for line in filter(None, map(str.strip, text.splitlines())):
        found = _WISH.fullmatch(line)
        if found is None:
            raise InputError(
                f"found '{show_name(line)}' for a match-up; allowed: two decks and a rate, such as {EXAMPLE}"
            )
        wishes.append({"deck": found[1], "against": found[2], "rate": found[3]})
    return wishes


def _ask(option: Option) -> ui.number:
    """A field for a number."""
    step = 2 if option.setting.even else 1
    return ui.number(option.setting.label, min=option.setting.range[0], step=step, precision=0)


def _read_whole(field: ui.number) -> int | None:
    """The number of a field, which may be empty; an `InputError` if it is not one that the field asks for."""
    value, least, most, step = field.value, int(field.min), field.max, int(field.props.get("step", 1))
    if value is None:
        return None
    if value != int(value) or not least <= value <= most or value % step:
        kind = "a whole number" if step == 1 else "an even number"
        end = f" to {most:g}" if isfinite(most) else " on"
        raise InputError(f"{field.props['label']}: found {value:g}; allowed: {kind} from {least}{end}")
    return int(value)


PATH = "/balance"
PAGE = StudioPage(PATH, "Balance", "Search for the smallest patch that evens a metagame out.", build)
