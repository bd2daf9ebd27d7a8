"""What is drawn of a game: the board as a spectator sees it, what is told, and what a player thought of."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup
from nicegui import ui

from evometa.games.cards import CardSet, lookup_card
from evometa.games.hearthstone.cards.wording.rules_text import rules_text
from evometa.games.hearthstone.engine.telling.narration import FIRST_LEVEL, HIDDEN_WORDS, MARGIN, SECOND_LEVEL
from evometa.games.hearthstone.engine.telling.position import HeldCard, Minion, Position, Side
from evometa.games.hearthstone.watching.thinking import Option, Thought
from evometa.show.svg.elements import element, join
from evometa.studio.pages.parts import Words

_CONTINUED = f"{SECOND_LEVEL}  "  # how the rest of a long line begins
_HOW_SCORED = "The score is what this player thinks the position is worth to it when its turn has ended."
_REPLIES = "It also looked at how the enemy can answer, so it may choose something that scores lower here."


class BoardArtist:
    """Draws positions: the second player above, the first below, hands open. What a card says appears on hover."""

    def __init__(self, labels: tuple[str, str], cards: CardSet) -> None:
        self.labels, self.cards = labels, cards
        self._texts: dict[str, str] = {}

    def draw(self, position: Position) -> Markup:
        """Both halves, the second player's above."""
        halves = [self._draw_side(position, position.side(player)) for player in (1, 0)]
        return element("div", *halves, class_="game-board")

    def _draw_side(self, position: Position, side: Side) -> Markup:
        is_current = side.player == position.current and not position.over
        name = f"{self.labels[side.player]}{', whose turn it is' if is_current else ''}"
        rows = [
            self._draw_hero(position, side, is_current),
            self._draw_list("Hand", "no cards", "hand", side, map(self._draw_held, side.cards)),
            self._draw_list(
                "Minions", "no minions", "minions", side, (self._draw_minion(each, is_current) for each in side.board)
            ),
        ]
        return element(
            "section",
            *(rows if side.player else reversed(rows)),  # the boards meet in the middle
            class_=f"side{' current' if is_current else ''}",
            aria_label=name,
        )

    def _draw_hero(self, position: Position, side: Side, is_current: bool) -> Markup:
        ends = {None: "", side.player: "wins", 2: "a draw", 1 - side.player: "loses"}
        state = ends[position.winner] or ("to act" if is_current else "")
        facts = [
            element("span", self.labels[side.player], class_="who"),
            *([element("span", state, class_="state")] if state else []),
            *(element("span", fact, title=title) for fact, title in self._list_facts(side)),
        ]
        return element("div", *facts, class_="hero")

    def _list_facts(self, side: Side) -> list[tuple[str, str]]:
        facts = [(f"{side.health} health", side.hero.name)]
        facts += [(f"{side.armor} armor", "armor")] if side.armor else []
        facts += [(f"{side.attack} attack", "attack of the hero")] if side.attack else []
        if weapon := side.weapon:
            facts.append((f"{weapon.name} {weapon.attack}/{weapon.durability}", self._text(weapon.name)))
        facts += [(word, "of the hero") for word in side.hero.keywords]
        locked = f", {side.locked} locked" if side.locked else ""
        later = f", {side.overload} overloaded" if side.overload else ""
        facts.append((f"mana {side.mana}/{side.crystals}{locked}{later}", "mana left and crystals"))
        used = "used" if side.power_used else f"{side.power_cost} mana"
        facts.append((f"{side.power} ({used})", self._text(side.power)))
        facts += [(f"secret: {name}", self._text(name)) for name in side.secrets]
        tired = f", fatigue {side.fatigue}" if side.fatigue else ""
        facts.append((f"{len(side.deck)} in the deck{tired}", "cards that are left"))
        return facts

    def _draw_list(self, what: str, none: str, kind: str, side: Side, items: Iterable[Markup]) -> Markup:
        shown = [*items] or [element("li", none, class_="nothing")]
        return element("ul", *shown, class_=kind, aria_label=f"{what} of {self.labels[side.player]}")

    def _draw_held(self, card: HeldCard) -> Markup:
        text = self._text(card.name)
        return element("li", element("span", str(card.cost), class_="cost"), f" {card.name}", title=text, class_="held")

    def _draw_minion(self, minion: Minion, is_current: bool) -> Markup:
        words = [word for word in minion.keywords if word not in HIDDEN_WORDS]
        hurt = " hurt" if minion.damage else ""
        is_ready = is_current and minion.can_attack
        parts = [
            element("span", minion.name, class_="name"),
            element("span", f"{minion.attack}/{minion.health}", class_=f"stats{hurt}"),
            *([element("span", ", ".join(words), class_="words")] if words else []),
            *([element("span", "can attack", class_="words ready")] if is_ready else []),
        ]
        return element(
            "li", *parts, class_=f"minion{' taunting' if 'taunt' in words else ''}", title=self._text(minion.name)
        )

    def _text(self, name: str) -> str:
        if name not in self._texts:
            card = lookup_card(self.cards, name)
            self._texts[name] = f"{name}: {rules_text(card, self.cards)}" if card else name
        return self._texts[name]


def draw_story(actor: str, lines: Iterable[str]) -> Markup:
    """Lines that tell an action, without the board that they end with; what follows from it stands further in."""
    told: list[str] = []
    for line in lines:
        if line.startswith(_CONTINUED) and told and not line.startswith(MARGIN):
            told[-1] += f" {line.strip()}"
        elif line.strip() and not line.startswith(MARGIN):
            told.append(line)
    is_named = not told or not told[0].startswith(FIRST_LEVEL)  # as the heading of a turn is
    heading = [] if is_named or not actor else [element("p", actor, class_="strong")]
    levels = ("deeper" if line.startswith(SECOND_LEVEL) else None for line in told)
    lines = (element("p", line.strip(), class_=level) for line, level in zip(told, levels, strict=True))
    return join([*heading, *lines])


class ThoughtView:
    """A table of options, best first."""

    def __init__(self, labels: tuple[str, str]) -> None:
        self.labels = labels
        Words("What the player thought of", "h2")
        self.about = Words(tag="p", classes="faint")
        self.table = ui.html(sanitize=False).classes("wide")

    def show(self, thought: Thought | None, nothing: str) -> None:
        """Show a thought; without one, why there is none."""
        if thought is None or not thought.options:
            self.about.say(nothing)
            self.table.set_content("")
            return
        replies = f" {_REPLIES}" if thought.weighs_replies else ""
        self.about.say(f"{self.labels[thought.player]} looked at {thought.nodes:,} positions. {_HOW_SCORED}{replies}")
        best = max(option.score for option in thought.options)
        rows = [_draw_option(option, best) for option in thought.options]
        heads = [element("th", word, scope="col") for word in ("score", "to the best", "the turn")]
        self.table.set_content(
            element("table", element("thead", element("tr", *heads)), join(rows), class_="rows thoughts")
        )


def _draw_option(option: Option, best: int) -> str:
    away = "" if option.is_win or option.is_loss or option.score == best else f"{option.score - best:+,}"
    worth = "wins" if option.is_win else "loses" if option.is_loss else f"{option.score:,}"
    mark = [element("span", " chosen", class_="chosen-mark")] if option.is_chosen else []
    steps = element("td", "; ".join(option.actions), *mark)
    cells = [element("td", text or "\N{NO-BREAK SPACE}", class_="number") for text in (worth, away)]
    return element("tr", *cells, steps, class_="chosen" if option.is_chosen else None)
