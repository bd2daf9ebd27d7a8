"""The cards of a bench, each with its text and a pair of buttons for each of its numbers."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Callable

from nicegui import ui

from evometa.games.cards import Card, CardSet
from evometa.games.patches.parts import toggle_ban, toggle_keyword, toggle_limit
from evometa.games.patches.patch import Patch, changed_number, split_address
from evometa.metagame.metagames import Metagame
from evometa.studio.benches import Bench
from evometa.studio.pages.parts import PlainButton, Words, field, named

ALL = "all decks"
MADE = "made by other cards"
MINUS, ARROW = "\N{MINUS SIGN}", "\N{RIGHTWARDS ARROW}"


class CardList:
    """All cards of the metagame, or those of a deck or with a part of a name."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.groups = _group_cards(bench.metagame)
        Words("Cards", "h2")
        with ui.element("div").classes("choices"):
            self.wanted = field(ui.input("Find a card"), "Find a card", "outlined dense clearable")
            self.deck = field(ui.select(list(self.groups), value=ALL, label="Cards of"), "Cards of")
        self.place = ui.element("div").classes("tiles")
        self.tiles: dict[str, _CardTile] = {}
        self.none = Words("No card matches.", "p", "faint")
        self.wanted.on_value_change(self._filter)
        self.deck.on_value_change(self._filter)

    async def fill(self) -> None:
        """Add all cards, which takes a moment: after each one, other pages have their turn."""
        with self.place:
            for card_id in dict.fromkeys(card_id for group in self.groups.values() for card_id in group):
                self.tiles[card_id] = _CardTile(self.bench, self.bench.cards[card_id])
                await sleep(0)
        self._filter()

    def _filter(self) -> None:
        """Show the cards that fit what is asked for."""
        words, group = str(self.wanted.value or "").lower(), self.groups[str(self.deck.value)]
        for card_id, tile in self.tiles.items():
            tile.root.set_visibility(card_id in group and words in tile.card.name.lower())
        self.none.set_visibility(not any(tile.root.visible for tile in self.tiles.values()))

    def show(self) -> None:
        """Show what the patch says by now."""
        after = self.bench.patch.apply(self.bench.cards)
        for tile in self.tiles.values():
            tile.show(after)


def _group_cards(metagame: Metagame) -> dict[str, tuple[str, ...]]:
    """The ids of the cards that can turn up, by cost and name: those of all decks, of each, and those beside them."""
    cards = metagame.patched_cards
    in_decks = {deck.name: set(deck.card_ids(cards)) for deck in metagame.decks}
    every = set().union(*in_decks.values())
    reached = set().union(*(metagame.game.reach_of_deck(deck, cards, metagame.rules) for deck in metagame.decks))
    groups = {ALL: every, **in_decks, MADE: {card_id for card_id in reached - every if cards[card_id].numbers()}}
    order = sorted(every | reached, key=lambda each: (cards[each].tree.get("cost", 0), cards[each].name, each))
    return {name: tuple(each for each in order if each in group) for name, group in groups.items() if group}


class _CardTile:
    """A card: its name, its text, its numbers, and what else can be done with it."""

    def __init__(self, bench: Bench, card: Card) -> None:
        self.bench, self.card = bench, card
        with named(ui.element("article").classes("tile"), card.name) as self.root:
            with ui.element("div").classes("tile-head"):
                Words(card.name, "h3")
                self.marks = Words(classes="marks")
            Words(card.game.describe_kind(card.tree), "p", "faint")
            self.text = Words(tag="p", classes="rules")
            with ui.element("div").classes("steppers"):
                self.steppers = [_Stepper(bench, card, address) for address in _order_numbers(card)]
            with ui.element("div").classes("tile-foot"):
                self.more = PlainButton("More", f"More about {card.name}", self._open, "more")
                self.more.props["aria-expanded"] = "false"
                self.lock = PlainButton("Lock", f"Lock {card.name}", lambda: bench.toggle_lock(card.id), "lock")
            self.details = ui.element("div").classes("tile-more")
            self.switches: _CardSwitches | None = None

    def _open(self) -> None:
        """Show or hide what is needed less often; it is built when somebody asks for it."""
        is_open = self.more.props["aria-expanded"] == "false"
        self.more.props["aria-expanded"] = "true" if is_open else "false"
        word = "Less" if is_open else "More"
        self.more.rename(word, f"{word} about {self.card.name}")
        if self.switches is None:
            with self.details:
                self.switches = _CardSwitches(self.bench, self.card)
        self.details.set_visibility(is_open)

    def show(self, after: CardSet) -> None:
        """Show what the patch makes of the card."""
        new = after[self.card.id]
        self.text.say(new.game.rules_text(new, after))
        numbers = new.numbers()
        for stepper in self.steppers:
            stepper.show(numbers[stepper.address], self.bench.patch.allow_zero)
        marks = _list_marks(self.bench, self.card, new)
        self.marks.say(", ".join(marks))
        self.root.classes(add="changed" if marks else "", remove="" if marks else "changed")
        self.lock.press(self.card.id in self.bench.locked)
        if self.switches:
            self.switches.show()


def _order_numbers(card: Card) -> list[str]:
    """The addresses of a card's numbers, those on its face first."""
    addresses = {split_address(address)[1]: address for address in card.numbers()}
    first = [addresses[name] for name in card.game.attributes if name in addresses]
    return [*first, *(address for address in addresses.values() if address not in first)]


def _list_marks(bench: Bench, old: Card, new: Card) -> list[str]:
    patch, changed = bench.patch, {old.id} if old != new else set()
    marks = {"banned": patch.banned, "one copy": patch.limited, "changed": changed, "locked": bench.locked}
    return [word for word, cards in marks.items() if old.id in cards]


class _Stepper:
    """A number with a button to lower it and one to raise it."""

    def __init__(self, bench: Bench, card: Card, address: str) -> None:
        self.card, self.address, self.printed = card, address, card.numbers()[address]
        words = split_address(address)[1].replace(".", " ").replace("_", " ")
        with ui.element("div").classes("stepper"):
            Words(words, classes="what")
            self.lower = PlainButton(MINUS, f"Lower {words} of {card.name}", lambda: bench.move(address, -1))
            self.value = Words(classes="value")
            self.higher = PlainButton("+", f"Raise {words} of {card.name}", lambda: bench.move(address, 1))

    def show(self, value: int, allow_zero: bool) -> None:
        """Show the number, what it was before, and whether it can go on."""
        for button, by in ((self.lower, -1), (self.higher, 1)):
            change = value - self.printed + by
            button.enable(changed_number(self.card, self.address, change, allow_zero) != value)
        is_same = value == self.printed
        self.value.say(str(value) if is_same else f"{self.printed}{ARROW}{value}")
        self.value.classes(add="" if is_same else "moved", remove="moved" if is_same else "")


class _CardSwitches:
    """What is needed less often: bans, limits and keywords."""

    def __init__(self, bench: Bench, card: Card) -> None:
        self.bench, self.card = bench, card
        name = card.name
        is_collectible = card.is_collectible
        with ui.element("div").classes("switches"):
            self.ban = self.limit = None
            if is_collectible:
                self.ban = PlainButton("Ban", f"Ban {name}", lambda: self._change(toggle_ban))
                self.limit = PlainButton("One copy", f"Limit {name} to one copy", lambda: self._change(toggle_limit))
            self.keywords = {
                word: self._add_keyword(word) for word in card.game.keywords.get(card.tree.get("type", ""), ())
            }
        self.show()

    def _change(self, change: Callable[..., Patch], *words: str) -> None:
        self.bench.put(change(self.bench.patch, self.card, *words))

    def _add_keyword(self, word: str) -> PlainButton:
        return PlainButton(
            word.replace("_", " "),
            f"Keyword {word.replace('_', ' ')} of {self.card.name}",
            lambda: self._change(toggle_keyword, word),
            "keyword",
        )

    def show(self) -> None:
        """Show what is on."""
        patch, card_id = self.bench.patch, self.card.id
        if self.ban and self.limit:
            self.ban.press(card_id in patch.banned)
            self.limit.press(card_id in patch.limited)
        printed = self.card.keywords
        has = (printed | patch.given.get(card_id, frozenset())) - patch.taken.get(card_id, frozenset())
        for word, button in self.keywords.items():
            button.press(word in has)
