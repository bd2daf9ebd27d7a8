"""English for when things happen: conditions and events."""

from __future__ import annotations

from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language.filters import ANYBODY, Filter
from evometa.games.hearthstone.cards.language.phrases import Condition, Event
from evometa.games.hearthstone.cards.wording.words import all_of, noun_phrase, one_of, with_article

# --- conditions --------------------------------------------------------------------------------------------------
_CONDITIONS = {
    c.IF_COMBO: "if you played another card before this turn",
    c.IF_TARGET_DIED: "if that kills it",
    c.IF_TARGET_SURVIVED: "if it survives",
    c.IF_WEAPON: "if you have a weapon",
    c.IF_SECRET: "if you control a Secret",
    c.IF_DAMAGED: "if this minion is damaged",
    c.IF_NO_MINION_PLAYED: "if you have played no minion this turn",
    c.IF_NEW: "if this minion came into play since your last turn",
    c.IF_HERO_HEALTH: "if your hero has {argument} or less Health",
    c.IF_CHANCE: "with a {argument}% chance",
    c.IF_POWER_IS: "if your Hero Power is {card}",
}


def condition_clause(condition: Condition) -> str:
    """A condition as the start of a sentence."""
    if condition.code == c.IF_COUNT:
        return f"if {_there_are(condition.each, condition.argument)}"
    if condition.code == c.IF_TARGET:
        return f"if it is {_predicate(condition.each)}"
    return _CONDITIONS[condition.code].format(argument=condition.argument, card=condition.card)


def _there_are(who: Filter, number: int) -> str:
    both = who.sides == c.EITHER
    start = {c.FRIENDLY: "you control", c.ENEMY: "your opponent has", c.EITHER: "there is"}[who.sides]
    if number <= 1:
        noun = noun_phrase(who, side=both, mark_other=False)
        return f"{start} {'another ' + noun if who.other else with_article(noun)}"
    start = "there are" if both else start
    return f"{start} {number} or more {noun_phrase(who, many=True, side=both)}"


def _predicate(who: Filter) -> str:
    """What a character is: damaged, Frozen, a friendly Demon."""
    if who.kinds == c.CHARACTERS and who.sides == c.EITHER:
        return noun_phrase(who).removesuffix(" character").removeprefix("character ")
    return one_of(who)


# --- events ------------------------------------------------------------------------------------------------------
_PLAYERS = {c.YOU: "you", c.OPPONENT: "your opponent", c.BOTH: "a player"}
_TURNS = {c.YOU: "your turn", c.OPPONENT: "your opponent's turn", c.BOTH: "each turn"}
_SUBJECT_VERBS = {
    c.ON_SUMMON: "is summoned",
    c.ON_AFTER_SUMMON: "is summoned",
    c.ON_DEATH: "dies",
    c.ON_DAMAGE: "takes damage",
    c.ON_FATAL: "takes fatal damage",
    c.ON_HEAL: "is healed",
    c.ON_ATTACK: "attacks",
    c.ON_AFTER_ATTACK: "attacks",
}
_CARDS = {
    c.CARD_ANY: "a card",
    c.CARD_MINION: "a minion",
    c.CARD_WEAPON: "a weapon",
    c.CARD_SECRET: "a Secret",
    c.CARD_OVERLOAD: "a card with Overload",
}
_AFTER = (c.ON_AFTER_SUMMON, c.ON_AFTER_CAST, c.ON_AFTER_PLAY, c.ON_AFTER_ATTACK, c.ON_AFTER_POWER)
_PLAYER_VERBS = {
    c.ON_CAST: "cast{s} a spell",
    c.ON_AFTER_CAST: "cast{s} a spell",
    c.ON_SPELL_TARGET: "cast{s} a spell on a minion",
    c.ON_AFTER_POWER: "use{s} {their} Hero Power",
    c.ON_PLAY_CARD: "play{s} {card}",
    c.ON_AFTER_PLAY: "play{s} {card}",
}


def event_clause(event: Event, often: str = "Whenever") -> str:
    """An event as the start of a sentence: Whenever you cast a spell, At the end of your turn."""
    if event.code in (c.ON_TURN_START, c.ON_TURN_END):
        return f"At the {'start' if event.code == c.ON_TURN_START else 'end'} of {_TURNS[event.whose]}"
    start = "After" if event.code in _AFTER else often
    if event.code in (c.ON_SUMMON, c.ON_AFTER_SUMMON) and event.who.sides != c.EITHER:
        summoner = "you summon" if event.who.sides == c.FRIENDLY else "your opponent summons"
        noun = noun_phrase(event.who, side=False, mark_other=False)
        return f"{start} {summoner} {'another ' + noun if event.who.other else with_article(noun)}"
    if event.code == c.ON_ATTACK and event.whom != ANYBODY:
        attacked = _subject(event.whom)
        is_passive = event.who == ANYBODY
        return f"{start} {attacked} is attacked" if is_passive else f"{start} {_subject(event.who)} attacks {attacked}"
    if event.code in _SUBJECT_VERBS:
        return f"{start} {_subject(event.who)} {_SUBJECT_VERBS[event.code]}"
    return f"{start} {_card_event(event)}"


def _subject(who: Filter) -> str:
    if who.other == 2:
        return "this minion"
    if who.kinds == c.HEROES and who.sides != c.EITHER:
        return all_of(who)
    return one_of(who)


def _card_event(event: Event) -> str:
    if event.code == c.ON_REVEAL:
        side = {c.YOU: "a friendly", c.OPPONENT: "an enemy", c.BOTH: "a"}[event.whose]
        return f"{side} Secret is revealed"
    s, their = ("", "your") if event.whose == c.YOU else ("s", "their")
    does = _PLAYER_VERBS[event.code].format(s=s, their=their, card=_CARDS.get(event.cards, ""))
    return f"{_PLAYERS[event.whose]} {does}"
