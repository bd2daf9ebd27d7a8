"""The board of a position, drawn: the second player above, the first below, hands open, as a spectator sees it."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from evometa.cards.lookup import lookup_card
from evometa.cards.model import CardSet
from evometa.cards.wording.rules_text import rules_text
from evometa.engine.telling.narration import FIRST_LEVEL, MARGIN, SECOND_LEVEL
from evometa.engine.telling.position import HeldCard, Minion, Position, Side
from evometa.engine.telling.position_text import HIDDEN_WORDS
from evometa.report.charts.svg import element, join

CONTINUED = f"{SECOND_LEVEL}  "  # how the rest of a long line begins


class BoardArtist:
    """Draws positions with the cards of a game; what a card says appears on hover."""

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
            self._draw_hand(side),
            self._draw_minions(side, is_current),
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

    def _draw_hand(self, side: Side) -> Markup:
        cards = [self._draw_held(card) for card in side.cards]
        empty = element("li", "no cards", class_="nothing")
        return element("ul", *(cards or [empty]), class_="hand", aria_label=f"Hand of {self.labels[side.player]}")

    def _draw_held(self, card: HeldCard) -> Markup:
        text = self._text(card.name)
        return element("li", element("span", str(card.cost), class_="cost"), f" {card.name}", title=text, class_="held")

    def _draw_minions(self, side: Side, is_current: bool) -> Markup:
        minions = [self._draw_minion(minion, is_current) for minion in side.board]
        empty = element("li", "no minions", class_="nothing")
        label = f"Minions of {self.labels[side.player]}"
        return element("ul", *(minions or [empty]), class_="minions", aria_label=label)

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
        if line.startswith(CONTINUED) and told and not line.startswith(MARGIN):
            told[-1] += f" {line.strip()}"
        elif line.strip() and not line.startswith(MARGIN):
            told.append(line)
    is_named = not told or not told[0].startswith(FIRST_LEVEL)  # as the heading of a turn is
    heading = [] if is_named or not actor else [element("p", actor, class_="strong")]
    return join([*heading, *(element("p", line.strip(), class_=_level(line)) for line in told)])


def _level(line: str) -> str | None:
    return "deeper" if line.startswith(SECOND_LEVEL) else None
