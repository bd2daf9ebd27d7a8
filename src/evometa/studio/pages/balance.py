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
from evometa.balance.space_files import BASES, GENTLE, make_space
from evometa.balance.targets import make_target
from evometa.cards.patches.files import format_patch
from evometa.experiments.balance.settings import ALGORITHMS, MODEL, PRESETS, BalanceSettings
from evometa.input.errors import InputError
from evometa.input.fields import MOST_SEED
from evometa.input.shown_text import show_message
from evometa.metagame.metagames import Metagame, builtin_metagames
from evometa.studio.benches import Bench
from evometa.studio.pages.choices import choose_metagame
from evometa.studio.pages.page import Arguments, StudioPage
from evometa.studio.pages.parts import PlainButton, Words, named
from evometa.studio.state import Studio
from evometa.studio.wishes import EXAMPLE, read_wishes

FIRST = "paper-small"
SPACES = {"gentle": "gentle: what a designer would ship", "free": "free: all numbers, by up to 3"}
BUDGETS = {"quick": "quick: about a minute", "demo": "demo: a few minutes", "": "thorough: an hour or more"}
SEARCHES = {
    "model": "model: learns from every game",
    "nsga2": "nsga2: evolves, for several objectives",
    "ga": "ga: evolves, for one objective",
}
WISHES = "Match-ups as you want them"
WISH_PLACE = re.compile(rf"{WISHES}, field '(\d+)[^']*'")  # in messages about wishes
OTHERS = "Those that no line is about do not matter; 'any against any 50:50' stands for all of them."
DIRECTIONS = {"": "any direction", "nerf_only": "only nerfs", "buff_only": "only buffs"}


async def build(studio: Studio, arguments: Arguments) -> None:
    """The page: a form, and a button that starts the run."""
    try:
        bench = studio.benches.get(arguments["bench"]) if "bench" in arguments else None
        reference = bench.reference if bench else arguments.get("metagame", FIRST)
        players = bench.players if bench else arguments.get("players")
        choose_metagame(studio, PATH, reference, players)
        metagame = await to_thread(studio.load_metagame, reference, players)
    except InputError as error:
        Words(show_message(str(error)), "p", "problem")
        return
    if studio.folder.read_only:
        Words("The studio was started with --read-only, so no run can be started.", "p", "problem")
        return
    _Form(studio, reference, players, metagame, bench)


class _Form:
    """What a balance run is asked with."""

    def __init__(
        self, studio: Studio, reference: str, players: str | None, metagame: Metagame, bench: Bench | None
    ) -> None:
        self.studio, self.reference, self.players, self.metagame, self.bench = (
            studio,
            reference,
            players,
            metagame,
            bench,
        )
        self.is_starting = False
        if bench and bench.patch:
            Words("The patch of the bench belongs to the first population.", "p")
        self._add_space()
        self._add_target()
        self._add_budget()
        self.said = Words(tag="p", classes="faint")
        self.problem = Words(tag="p", classes="problem")
        self.problem.set_visibility(False)
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
            self.space = named(ui.select(spaces, value=GENTLE, label="Space"), "Space of changes")
            self.range = named(ui.number("At most this far", min=1, max=10, precision=0), "Largest change of a number")
            self.most = named(
                ui.number("At most this many cards", min=1, max=len(names), precision=0), "Most cards that change"
            )
            self.size = named(ui.number("M at most", min=1, precision=0), "Largest magnitude of the patch")
            self.way = named(ui.select(DIRECTIONS, value="", label="Direction"), "Direction of changes")
            self.effects = named(ui.checkbox("Numbers inside effects too"), "Numbers inside effects too")
            locked = sorted(self.bench.locked & names.keys()) if self.bench else []
            self.locked = ui.select(names, value=locked, multiple=True, with_input=True, label="Locked cards")
            named(self.locked.props("use-chips"), "Locked cards")
            self.limits = (self.range, self.most, self.size)
            for choice in (self.space, *self.limits, self.way, self.locked):
                choice.props("outlined dense options-dense")

    def _add_target(self) -> None:
        Words("What to reach", "h2")
        titles = {name: objective.title for name, objective in OBJECTIVES.items() if name != TARGET}
        with ui.element("div").classes("choices"):
            self.objectives = ui.select(titles, value=["f", "m"], multiple=True, label="As low as possible")
            self.objectives.props("outlined dense options-dense use-chips").classes("broad")
            named(self.objectives, "What is to be as low as possible")
            self.wishes = ui.textarea(f"{WISHES}, one in a line", placeholder=EXAMPLE)
            named(self.wishes.props("outlined dense autogrow debounce=400").classes("broad"), WISHES)
        self.aim = Words(tag="p").props("role=status")

    def _add_budget(self) -> None:
        Words("What it may cost", "h2")
        with ui.element("div").classes("choices"):
            self.budget = named(ui.select(BUDGETS, value="quick", label="Budget"), "Budget")
            searches = {name: SEARCHES.get(name, name) for name in ALGORITHMS}
            self.algorithm = named(ui.select(searches, value=MODEL, label="Search"), "Search")
            self.population = named(ui.number("Patches in a generation", min=2, precision=0), "Patches in a generation")
            self.generations = named(ui.number("Generations", min=1, precision=0), "Generations")
            self.games = named(ui.number("Games per match-up", min=2, step=2, precision=0), "Games per match-up")
            self.audit = named(ui.number("Games of the audit", min=2, step=2, precision=0), "Games of the audit")
            self.pilots = named(
                ui.number("Games of other players", min=0, step=2, precision=0), "Games of other players"
            )
            self.seed = named(ui.input("Seed", value=str(self.studio.settings.seed)), "Seed")
        self.evolving = (self.population, self.generations, self.games)  # what only searches that evolve ask for
        self.later = (
            self.objectives,
            self.wishes,
            self.budget,
            self.algorithm,
            *self.evolving,
            self.audit,
            self.pilots,
        )
        for choice in (*self.later, self.seed):
            choice.props("outlined dense")

    # --- what comes of it ---

    def settings(self) -> BalanceSettings:
        """The settings that the form says; an `InputError` if they cannot be."""
        base = PRESETS[str(self.budget.value)] if self.budget.value else BalanceSettings()
        evolution = {"population": _read_whole(self.population), "generations": _read_whole(self.generations)}
        asked: dict[str, Any] = {
            "metagame": self._find_metagame(),
            "players": self.players,
            "algorithm": str(self.algorithm.value),
            "objectives": self._objectives(),
            "target": self._wishes() or None,
            "max_m": _read_whole(self.size),
            "games": _read_whole(self.games),
            "audit_games": _read_whole(self.audit),
            "pilot_games": _read_whole(self.pilots),
            "evolution": _said(evolution) or None,
            "space": self._space(),
            "seed": _read_seed(str(self.seed.value)),
            "patches": self._patches() or None,
        }
        chosen = base.change(_said(asked), source="")
        make_space(self.metagame, chosen.space)
        return chosen.for_match_ups(comb(len(self.metagame.decks), 2), _said(asked))

    def _wishes(self) -> list[dict[str, str]]:
        wishes = read_wishes(str(self.wishes.value or ""))
        try:
            if wishes:
                make_target(self.metagame, wishes, WISHES)
        except InputError as error:
            raise InputError(WISH_PLACE.sub(lambda found: f"match-up {int(found[1]) + 1}", str(error))) from None
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
        return _said(
            {
                "base": str(self.space.value),
                "range": None if far is None else [-far, far],
                "max_cards": _read_whole(self.most),
                "effects": True if self.effects.value else None,
                "lock": list(self.locked.value) or None,
                **({str(self.way.value): True} if self.way.value else {}),
            }
        )

    def _patches(self) -> list[list[str]]:
        if self.bench is None or not self.bench.patch:
            return []
        return [["bench", format_patch(self.bench.patch.effective(self.bench.cards), self.bench.cards)]]

    def _find_metagame(self) -> str:
        is_builtin = self.reference in builtin_metagames()
        return self.reference if is_builtin else str(self.studio.folder.find(self.reference))

    def estimate(self) -> None:
        """Say how many games it will be, or what is wrong."""
        for field in self.evolving:
            field.set_visibility(self.algorithm.value != MODEL)
        try:
            settings = self.settings()
        except InputError as error:
            self._complain(str(error))
            self.aim.say("")
            self.said.say("")
            return
        self._complain("")
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
            self._complain(str(error))
            return
        ui.navigate.to(f"/runs?{urlencode({'run': name})}")

    def _complain(self, problem: str) -> None:
        self.problem.say(show_message(problem))
        self.problem.set_visibility(bool(problem))


def _said(tree: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in tree.items() if value is not None}


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


def _read_seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST_SEED))):
        raise InputError(f"found {text!r} for the seed; allowed: a whole number from 0 to {MOST_SEED}")
    return int(text)


PATH = "/balance"
PAGE = StudioPage(PATH, "Balance", "Search for the smallest patch that evens a metagame out.", build)
