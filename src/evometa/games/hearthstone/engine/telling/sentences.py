"""One sentence for each group of journal entries: what happened, as a player would say it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from evometa.games.hearthstone.cards.language.codes import SPELL
from evometa.games.hearthstone.engine.state import journal as j
from evometa.games.hearthstone.engine.state.references import player_of, slot_of
from evometa.games.hearthstone.engine.telling.views import keyword_words
from evometa.games.tables import CardTable
from evometa.input.short_repr import Short

HARD_SPACE = "\u00a0"  # stands within names, and becomes a plain space when the line is laid out


class Event(NamedTuple):
    """A journal entry; see journal.py."""

    kind: int
    player: int
    ref: int
    card: int
    other: int
    amount: int
    by: int  # the card whose effect did it; 0: the action itself
    by_player: int


Group = Sequence[Event]


@dataclass(frozen=True)
class Speaker(Short):
    """Knows how to call players, cards and characters in a turn."""

    table: CardTable
    labels: tuple[str, str]
    player: int  # whose turn it is
    board: Mapping[int, int]  # card by reference, before the action
    shared: Collection[int]  # cards that both players have on the board

    def card(self, index: int) -> str:
        """The name of a card, in one piece: a line breaks before or after it."""
        return self.table.names[index].replace(" ", HARD_SPACE)

    def cards(self, group: Group) -> str:
        """The cards of several entries."""
        return join_words(count_words(self.card(e.card) for e in group))

    def who(self, ref: int, card: int) -> str:
        """How to call a character; an enemy minion is called an enemy where its name is not enough."""
        if slot_of(ref) == 0:
            return self.labels[player_of(ref)]
        is_enemy = player_of(ref) != self.player
        return f"the enemy {self.card(card)}" if is_enemy and card in self.shared else self.card(card)

    def whom(self, e: Event) -> str:
        """The character of an entry as the object of the card that did it."""
        return "itself" if (e.card, e.player) == (e.by, e.by_player) else self.who(e.ref, e.card)

    def subject(self, player: int) -> str:
        """The start of a sentence about a player; the one whose turn it is need not be named."""
        return "" if player == self.player else f"{self.labels[player]} "

    def target(self, ref: int) -> str:
        """How to call the character that was aimed at, before the action."""
        return self.who(ref, self.board.get(ref, 0))

    def all_of(self, group: Group) -> str:
        """The characters of several entries."""
        return join_words(count_words(self.who(e.ref, e.card) for e in group))


def join_words(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def count_words(words: Iterable[str]) -> list[str]:
    """Equal words become one with their number: `2x Hound`."""
    return [word if n == 1 else f"{n}x {word}" for word, n in Counter(words).items()]


STRIKES = (j.J_DAMAGE, j.J_SHIELD)
GIFTS = (j.J_CHANGE, j.J_CHANGE_TURN, j.J_GIVE)
_THIS_TURN = " this turn"


def left(e: Event) -> str:
    """The health that is left, if any; a death gets its own line."""
    return f" ({e.other} left)" if e.other > 0 else ""


# --- actions --------------------------------------------------------------------------------------------------------


def _tell_play(say: Speaker, group: Group) -> str:
    e = group[0]
    card = say.table.record.cards[e.card]
    verb = "plays the secret" if card.secret else "casts" if card.type == SPELL else "plays"
    option = f" ({say.card(int(card.options[e.amount - 1]))})" if e.amount else ""
    return f"{verb} {say.card(e.card)}{option}{_on_target(say, e)} ({e.other} mana)"


def _on_target(say: Speaker, e: Event) -> str:
    return f" on {say.target(e.ref)}" if e.ref >= 0 else ""


def _tell_attack(say: Speaker, group: Group) -> str:
    """The attack, and what both deal, if nothing came between."""
    attack, strikes = group[0], group[1:]
    target = say.target(attack.other) if slot_of(attack.other) else "the enemy hero"
    text = f"{say.who(attack.ref, attack.card)} attacks {target}"
    for e in strikes:
        if e.ref == attack.ref:
            text += f", takes {e.amount}{left(e)}" if e.kind == j.J_DAMAGE else ", loses its own divine shield"
        else:
            text += f": {e.amount} damage{left(e)}" if e.kind == j.J_DAMAGE else ": its divine shield breaks"
    return text


# --- cards ----------------------------------------------------------------------------------------------------------


def _tell_fatigue(say: Speaker, group: Group) -> str:
    e = group[0]
    health = left(group[1]) if len(group) > 1 else ""
    return f"{say.subject(e.player)}has no card left to draw: fatigue for {e.amount}{health}"


# --- characters -----------------------------------------------------------------------------------------------------


def _tell_damage(say: Speaker, group: Group) -> str:
    if not group[0].by:
        return join_words([f"{say.who(e.ref, e.card)} takes {e.amount}{left(e)}" for e in group])
    hits = [f"{say.whom(e)} for {e.amount}{left(e)}" for e in _add_hits(group)]
    return f"{say.card(group[0].by)} hits {join_words(hits)}"


def _add_hits(group: Group) -> Iterable[Event]:
    """Several hits on one character, as by missiles, as one."""
    hits: dict[int, Event] = {}
    for e in group:
        before = hits[e.ref].amount if e.ref in hits else 0
        hits[e.ref] = e._replace(amount=before + e.amount)
    return hits.values()


def _tell_heal(say: Speaker, group: Group) -> str:
    if not group[0].by:
        return join_words([f"{say.who(e.ref, e.card)} is healed by {e.amount} (now {e.other})" for e in group])
    heals = [f"{say.whom(e)} by {e.amount} (now {e.other})" for e in group]
    return f"{say.card(group[0].by)} heals {join_words(heals)}"


def _tell_gift(say: Speaker, group: Group) -> str:
    """Attack, health and keywords; characters that get the same are told together."""
    gifts: dict[int, list[Event]] = {}
    for e in group:
        gifts.setdefault(e.ref, []).append(e)
    names_by_gift: dict[str, list[str]] = {}
    for ref, events in gifts.items():
        names_by_gift.setdefault(_describe_gift(events), []).append(say.who(ref, events[0].card))
    giver = say.card(group[0].by) if group[0].by else ""
    received = [(join_words(count_words(names)), gift) for gift, names in names_by_gift.items()]
    if not giver or [who for who, _ in received] == [giver]:
        return join_words([f"{who} gets {gift}" for who, gift in received])
    return f"{giver} gives " + join_words([f"{who} {gift}" for who, gift in received])


def _describe_gift(events: Group) -> str:
    """`+1/+1 and taunt`: all that one character gets."""
    parts = [_describe_change(events, j.J_CHANGE), _describe_change(events, j.J_CHANGE_TURN)]
    parts += [
        join_words(keyword_words(e.amount)) + (_THIS_TURN if e.other else "") for e in events if e.kind == j.J_GIVE
    ]
    return join_words([part for part in parts if part])


def _describe_change(events: Group, kind: int) -> str:
    attack = sum(e.amount for e in events if e.kind == kind)
    health = sum(e.other for e in events if e.kind == kind)
    if attack and health:
        change = f"{attack:+d}/{health:+d}"
    else:
        change = f"{attack:+d} attack" if attack else f"{health:+d} health" if health else ""
    return change + (_THIS_TURN if change and kind == j.J_CHANGE_TURN else "")


# --- heroes ---------------------------------------------------------------------------------------------------------


def _tell_weapon_change(say: Speaker, group: Group) -> str:
    e = group[0]
    parts = [f"{n:+d} {what}" for n, what in ((e.amount, "attack"), (e.other, "durability")) if n]
    return f"{say.card(e.card)} gets {join_words(parts)}"


def _tell_mana(say: Speaker, group: Group) -> str:
    e = group[0]
    gains, n = ("gains" if e.amount >= 0 else "loses"), abs(e.amount)
    if e.other:
        return f"{say.subject(e.player)}{gains} {n} mana crystal{'' if n == 1 else 's'}"
    return f"{say.subject(e.player)}{gains} {n} mana this turn"


# A sentence is a template with places for words, or a function. Of two, the first has a card that did it. In a place
# `is|are` stand the words for one and for several.
SENTENCES: dict[int, str | tuple[str, str] | Callable[[Speaker, Group], str]] = {
    j.J_TURN: "Turn {amount} - {player} ({other} mana)",
    j.J_PLAY: _tell_play,
    j.J_POWER: "uses {card}{on target} ({other} mana)",
    j.J_ATTACK: _tell_attack,
    j.J_CHOOSE: "chooses {card}",
    j.J_DRAW: ("{subject}draws {cards} ({by})", "{subject}draws {cards}"),
    j.J_BURN: "{subject}has no room in hand: {cards} {is|are} lost",
    j.J_FATIGUE: _tell_fatigue,
    j.J_ADD: ("{subject}gets {cards} from {by}", "{subject}gets {cards}"),
    j.J_DISCARD: "{subject}discards {cards}",
    j.J_LOOK: "{subject}looks at the top {amount} cards",
    j.J_DISCOVER: "{subject}discovers a card: one of {amount}",
    j.J_SHUFFLE: "{by} shuffles {cards} into the deck of {player}",
    j.J_DAMAGE: _tell_damage,
    j.J_SHIELD: ("{by} breaks the divine shield of {all}", "{all} {loses its divine shield|lose their divine shields}"),
    j.J_HEAL: _tell_heal,
    j.J_DEATH: "{all} {dies|die}",
    j.J_SUMMON: ("{by} summons {cards}{for another}", "{cards} {enters|enter} the board{for another}"),
    j.J_CHANGE: _tell_gift,
    j.J_CHANGE_TURN: _tell_gift,
    j.J_GIVE: _tell_gift,
    j.J_TAKE: "{all} {loses|lose} {keywords}",
    j.J_SET: "the {stat} of {all} becomes {amount}",
    j.J_SWAP: "attack and health of {all} change places",
    j.J_FREEZE: "{all} {is|are} frozen",
    j.J_SILENCE: "{all} {is|are} silenced",
    j.J_DESTROY: ("{by} destroys {all}", "{all} {is|are} destroyed"),
    j.J_RETURN: "{all} {returns|return} to the hand of {player}",
    j.J_CONTROL: "{cards} now {fights|fight} for {player}",
    j.J_TRANSFORM: lambda say, group: join_words(
        [f"{say.who(e.ref, e.card)} becomes {say.card(e.other)}" for e in group]
    ),
    j.J_ATTACH: "{by} now lies on {all}",
    j.J_EQUIP: "{subject}equips {card}",
    j.J_WEAPON_GONE: "{card} is gone",
    j.J_WEAPON_CHANGE: _tell_weapon_change,
    j.J_ARMOR: "{subject}gains {amount} armor",
    j.J_MANA: _tell_mana,
    j.J_HERO: "{player} becomes {card}",
    j.J_NEW_POWER: "{subject}has a new hero power: {card}",
    j.J_SECRET: "{player}'s secret: {card}!",
    j.J_SECRET_GONE: "{player} loses the secret {card}",
    j.J_COUNTER: "{card} is countered",
    j.J_REDIRECT: "the target is now {who}",
    j.J_OVER: lambda say, group: (
        f"{say.labels[group[0].player]} wins." if group[0].player in (0, 1) else "The game ends in a draw."
    ),
}
_WORDS: dict[str, Callable[[Speaker, Group], str]] = {
    "all": Speaker.all_of,
    "amount": lambda say, group: str(group[0].amount),
    "by": lambda say, group: say.card(group[0].by),
    "card": lambda say, group: say.card(group[0].card),
    "cards": Speaker.cards,
    "for another": lambda say, group: (
        f" for {say.labels[group[0].player]}" if group[0].player != group[0].by_player else ""
    ),
    "keywords": lambda say, group: join_words(keyword_words(group[0].amount)),
    "on target": lambda say, group: _on_target(say, group[0]),
    "other": lambda say, group: str(group[0].other),
    "player": lambda say, group: say.labels[group[0].player],
    "stat": lambda say, group: "health" if group[0].other else "attack",
    "subject": lambda say, group: say.subject(group[0].player),
    "who": lambda say, group: say.who(group[0].ref, group[0].card),
}


@dataclass(frozen=True, slots=True)
class _Words:
    """The words for the places of a template."""

    say: Speaker
    group: Group

    def __getitem__(self, place: str) -> str:
        one, bar, several = place.partition("|")
        return (one if len(self.group) == 1 else several) if bar else _WORDS[place](self.say, self.group)


def tell_group(say: Speaker, group: Group) -> str:
    """The sentence for some entries."""
    said = SENTENCES[group[0].kind]
    if isinstance(said, tuple):
        said = said[0 if group[0].by else 1]
    return said.format_map(_Words(say, group)) if isinstance(said, str) else said(say, group)


# Kinds of which several in a row, of the same card and player, make one sentence.
TOGETHER = {
    *GIFTS, *STRIKES, j.J_DRAW, j.J_BURN, j.J_ADD, j.J_SHUFFLE, j.J_DISCARD, j.J_HEAL, j.J_DEATH, j.J_SUMMON,
    j.J_FREEZE, j.J_SILENCE, j.J_DESTROY, j.J_RETURN, j.J_CONTROL, j.J_TRANSFORM, j.J_SWAP,
}  # fmt: skip
