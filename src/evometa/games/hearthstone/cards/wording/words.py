"""English for the parts of a rules text: characters, numbers, quantities, conditions, events and cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from evometa.games.cards import Card, CardSet
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.hearthstone.cards.language.definition import CardRef
from evometa.games.hearthstone.cards.language.filters import Filter, tribe_name
from evometa.games.hearthstone.cards.language.phrases import PoolQuery, Quantity, Selection
from evometa.input.errors import InputError

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_RACES = {word.code: word.word.capitalize() for word in v.RACES.values()} | {c.MECH: "Mech"}
_CLASSES = {word.code: word.word.capitalize() for word in v.CLASSES.values()}
_TYPES = {c.MINION: "minion", c.SPELL: "spell", c.WEAPON: "weapon", c.HERO: "hero", c.POWER: "Hero Power"}
_KINDS = {word.code: word.word for word in v.KINDS.values()}
_RARITIES = {word.code: word.word for word in v.RARITIES.values()}
CARD_KINDS = {word.code: word.word.replace("secret", "Secret") for word in v.CARD_KINDS.values()}  # spell, Secret

# A keyword that is a noun can be had and given; the others are sentences.
_NOUNS = ("taunt", "charge", "divine shield", "windfury", "stealth", "poisonous", "immune", "lifesteal", "rush")
_KEYWORD_NOUNS = {v.KEYWORDS[word].code: word.title() for word in _NOUNS}
# Of weapons, some bits mean something else.
_WEAPON_NOUNS = {bit: noun for bit, noun in _KEYWORD_NOUNS.items() if bit not in (c.LIFESTEAL, c.RUSH)} | {
    c.WEAPON_LIFESTEAL: "Lifesteal"
}
# What is said of one who has the keyword, and of several.
_PREDICATES = {
    c.FREEZES: ("freezes any character that it damages", "freeze any character that they damage"),
    c.CANT_ATTACK: ("can't attack", "can't attack"),
    c.ELUSIVE: ("can't be the target of spells or Hero Powers", "can't be targets of spells or Hero Powers"),
    c.CANT_ATTACK_HEROES: ("can't attack heroes", "can't attack heroes"),
    c.STAYS_ALIVE: ("can't fall below 1 Health", "can't fall below 1 Health"),
    c.ATTACK_IS_HEALTH: ("has Attack equal to its Health", "have Attack equal to their Health"),
    c.DIES_AT_END: ("dies at the end of the turn", "die at the end of the turn"),
}
# What a card says of itself: the same, but for a few.
_SENTENCES = {bit: one[:1].upper() + one[1:] for bit, (one, _) in _PREDICATES.items()} | {
    c.STAYS_ALIVE: "Its Health can't fall below 1",
    c.ATTACK_IS_HEALTH: "Its Attack always equals its Health",
}
_WEAPON_SENTENCES = _SENTENCES | {
    c.IMMUNE_WHILE_ATTACKING: "Your hero is Immune when it attacks",
    c.SPENDS_ATTACK: "Attacking a minion costs 1 Attack instead of 1 Durability",
}


def number_word(number: int) -> str:
    """A small number as a word."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def with_article(noun: str) -> str:
    """The noun with 'a' or 'an', as it is spoken: an 8/8, an Imp."""
    first = noun.split("/")[0]
    spoken_vowel = noun[:1].lower() in "aeio" or first in ("11", "18") or first.startswith("8") or noun.startswith("un")
    return f"{'an' if spoken_vowel else 'a'} {noun}"


def plural(noun: str) -> str:
    """More than one of a thing."""
    if noun.endswith("s"):
        return noun
    if noun.endswith("lf"):
        return noun[:-1] + "ves"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("o", "x", "ch", "sh")) else "s")


def counted(number: int, noun: str) -> str:
    """A number of things: a card, two cards."""
    return with_article(noun) if number == 1 else f"{number_word(number)} {plural(noun)}"


def listed(items: Sequence[str], last: str = "and") -> str:
    """Items in a row: a, b and c."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}"


def cost_change(number: int) -> str:
    """By how much a cost changes: (2) more, (1) less."""
    return f"({abs(number)}) {'more' if number >= 0 else 'less'}"


def stats(attack: int, health: int, second: str = "Health") -> list[str]:
    """A change of attack and health: +1/+1, +2 Attack; nothing if both are 0."""
    if attack and health:
        return [f"{attack:+d}/{health:+d}"]
    return [f"{attack:+d} Attack"] if attack else [f"{health:+d} {second}"] if health else []


def keyword_nouns(keywords: int, card_type: int = c.MINION) -> list[str]:
    """The keywords that can be had, as words."""
    nouns = _WEAPON_NOUNS if card_type == c.WEAPON else _KEYWORD_NOUNS
    return [noun for bit, noun in nouns.items() if keywords & bit]


def keyword_sentences(keywords: int, card_type: int = c.MINION) -> list[str]:
    """The keywords that are sentences."""
    sentences = _WEAPON_SENTENCES if card_type == c.WEAPON else _SENTENCES
    return [sentence for bit, sentence in sentences.items() if keywords & bit]


def keyword_predicates(keywords: int, *, many: bool) -> list[str]:
    """What can be said of characters that are given keywords which are sentences."""
    return [predicates[many] for bit, predicates in _PREDICATES.items() if keywords & bit]


# --- characters --------------------------------------------------------------------------------------------------
def noun_phrase(who: Filter, *, many: bool = False, side: bool = True, mark_other: bool = True) -> str:
    """The characters of a filter, without an article: damaged friendly Beasts with Taunt."""
    noun = race_name(who.race) if who.race else _KINDS[who.kinds]
    words = ["other"] if who.other == 1 and mark_other else []
    if who.state:
        words.append("damaged" if who.state == c.DAMAGED else "undamaged")
    if who.keywords & c.FROZEN:
        words.append("Frozen")
    if side and who.sides == c.ENEMY and noun == "character":
        noun = "enemy"
    elif side and who.sides != c.EITHER:
        words.append("friendly" if who.sides == c.FRIENDLY else "enemy")
    words.append("enemies" if many and noun == "enemy" else plural(noun) if many else noun)
    return " ".join(words) + _with(who)


def _with(who: Filter) -> str:
    """What a filter asks for behind its noun."""
    limits = ((who.max_attack, "less"), (who.min_attack, "more"))
    attack = [f"{limit} or {rest} Attack" for limit, rest in limits if limit != c.NO_LIMIT]
    parts = keyword_nouns(who.keywords) + attack
    return f" with {listed(parts)}" if parts else ""


def one_of(who: Filter) -> str:
    """One character of a filter: another friendly minion, an enemy."""
    return f"another {noun_phrase(who, mark_other=False)}" if who.other == 1 else with_article(noun_phrase(who))


def all_of(who: Filter) -> str:
    """All characters of a filter: your other minions, all enemies."""
    if who.kinds == c.HEROES and who.sides != c.EITHER:
        return "your hero" if who.sides == c.FRIENDLY else "the enemy hero"
    if who.sides == c.FRIENDLY and who.kinds == c.MINIONS:
        return f"your {noun_phrase(who, many=True, side=False)}"
    return f"all {noun_phrase(who, many=True)}"


def selected(selection: Selection) -> str:
    """Whom a step is about."""
    who = replace(selection.who, other=1) if selection.leaves_out else selection.who
    if selection.not_card:
        return f"{selected(replace(selection, not_card=''))} except {selection.not_card}"
    if selection.is_chosen:
        return one_of(who)
    if selection.pick in (c.PICK_ALL, c.PICK_ALL_BUT_ONE):
        return all_of(who) + ("" if selection.pick == c.PICK_ALL else " but one at random")
    return _random_of(who, selection.count) if selection.pick == c.PICK_RANDOM else _FIXED[selection.pick]


_FIXED = {
    c.PICK_THIS: "this minion",
    c.PICK_TARGET: "it",
    c.PICK_IT: "it",
    c.PICK_OTHER: "the character it attacks",
    c.PICK_ADJACENT: "adjacent minions",
    c.PICK_NEXT_TO_TARGET: "the minions next to it",
    c.PICK_SUMMONED: "the summoned minion",
}


def _random_of(who: Filter, count: int) -> str:
    if count > 1:
        other = "other " if who.other else ""
        return f"{number_word(count)} {other}random {noun_phrase(who, many=True, mark_other=False)}"
    noun = noun_phrase(who, mark_other=False)
    return f"another random {noun}" if who.other else f"a random {noun}"


def is_many(selection: Selection) -> bool:
    """Whether a selection can mean several characters."""
    if selection.pick == c.PICK_ALL:
        return selection.who.kinds != c.HEROES or selection.who.sides == c.EITHER
    return selection.count > 1 or selection.pick in (c.PICK_ALL_BUT_ONE, c.PICK_ADJACENT, c.PICK_NEXT_TO_TARGET)


# --- quantities --------------------------------------------------------------------------------------------------
VALUES = {
    c.PER_ITS_ATTACK: "its Attack",
    c.PER_ITS_HEALTH: "its Health",
    c.PER_ITS_DAMAGE: "the damage on it",
    c.PER_TARGET_ATTACK: "its Attack",
    c.PER_TARGET_HEALTH: "its Health",
    c.PER_HERO_ATTACK: "your hero's Attack",
    c.PER_HERO_DAMAGE: "the damage on your hero",
    c.PER_ARMOR: "your Armor",
    c.PER_WEAPON_ATTACK: "your weapon's Attack",
    c.PER_ENEMY_DURABILITY: "the Durability of your opponent's weapon",
    c.PER_DRAWN_COST: "the Cost of the drawn card",
    c.PER_ADJACENT_ATTACK: "the total Attack of adjacent minions",
    c.PER_ADJACENT_HEALTH: "the total Health of adjacent minions",
    c.PER_EVENT_AMOUNT: "that amount",
}
_COUNTS = {
    c.PER_CARD_PLAYED: "card you played before this one this turn",
    c.PER_CARD_BEHIND: "card that your opponent holds more than you do",
    c.PER_AFFECTED: "character changed by that",
    c.PER_FREE_SPACE: "free place on your board",
}


def for_each(quantity: Quantity) -> str:
    """What numbers are multiplied by, as the end of a sentence; nothing if they are not."""
    if quantity.code == c.PER_ONE:
        return ""
    if quantity.code in VALUES:
        return f" for each point of {VALUES[quantity.code].removeprefix('the ')}"
    if quantity.code == c.PER_CHARACTER:
        anywhere = " in play" if quantity.each.sides == c.EITHER else ""
        return f" for each {noun_phrase(quantity.each)}{anywhere}"
    if quantity.code in (c.PER_HAND_CARD, c.PER_HAND_KIND):
        return f" for each {'other ' if quantity.each.other else ''}{_held(quantity)} in your hand"
    return f" for each {_COUNTS[quantity.code]}"


def _held(quantity: Quantity) -> str:
    """A card of a hand: card, spell, Beast."""
    if quantity.code == c.PER_HAND_CARD:
        return "card"
    return race_name(quantity.each.race) if quantity.each.race else CARD_KINDS[quantity.each.kinds]


# --- cards -------------------------------------------------------------------------------------------------------
def mentioned(ref: CardRef, card_set: CardSet, count: int = 1, *, with_stats: bool = True) -> str:
    """The card that another one mentions: a 1/1 Boar, two 2/2 Gnolls with Taunt, a random Demon."""
    if ref.pool is not None:
        end = " of another class" if ref.pool.another_class else ""
        return counted(count, f"random {kind_of_card(ref.pool)}") + end
    cards = [card_set[name] for name in ref.names]
    if len(cards) > 1:
        names = dict.fromkeys(_described(card, 1) if with_stats else card.name for card in cards)
        number = f"{number_word(count)} of " if count != 1 else ""
        return f"{number}{listed(list(names), 'or')} (at random)"
    return _described(cards[0], count) if with_stats else counted(count, cards[0].name)


def _described(card: Card, count: int) -> str:
    """A number of cards with their stats and keywords: two 2/2 Gnolls with Taunt."""
    d = card.definition
    keywords = keyword_nouns(d.keywords, d.type)
    stats = f"{d.attack}/{d.health} " if d.type in (c.MINION, c.WEAPON) else ""
    return counted(count, f"{stats}{card.name}") + (f" with {listed(keywords)}" if keywords else "")


def kind_of_card(pool: PoolQuery) -> str:
    """A card of a kind, without an article: legendary minion, Mage spell, Demon."""
    noun = race_name(pool.race) if pool.race else _TYPES[pool.type] if pool.type else "card"
    rarity = "" if pool.rarity is None else _RARITIES[pool.rarity]
    klass = "" if pool.klass is None else _CLASSES[pool.klass]
    return " ".join(word for word in (rarity, klass, noun) if word)


def race_name(race: int) -> str:
    """A race as it is printed."""
    return _RACES[race] if race in _RACES else tribe_name(race).capitalize()


def card_name(ref: CardRef, card_set: CardSet) -> str:
    """The name of the one card that a reference means."""
    try:
        return card_set[ref.names[0]].name
    except InputError:
        return ref.names[0]
