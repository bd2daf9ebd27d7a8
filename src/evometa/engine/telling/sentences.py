"""One sentence for each group of journal entries: what happened, as a player would say it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from evometa.cards.language.codes import SPELL
from evometa.engine.state import journal as j
from evometa.engine.state.references import slot_of
from evometa.engine.telling.speaker import Event, Group, Speaker, count_words, join_words
from evometa.engine.telling.views import keyword_words

STRIKES = (j.J_DAMAGE, j.J_SHIELD)
GIFTS = (j.J_CHANGE, j.J_CHANGE_TURN, j.J_GIVE)
THIS_TURN = " this turn"


def left(e: Event) -> str:
    """The health that is left, if any; a death gets its own line."""
    return f" ({e.other} left)" if e.other > 0 else ""


def is_or_are(group: Group) -> str:
    return "is" if len(group) == 1 else "are"


# --- actions --------------------------------------------------------------------------------------------------------


def tell_play(say: Speaker, group: Group) -> str:
    e = group[0]
    card = say.table.record.cards[e.card]
    verb = "plays the secret" if card.secret else "casts" if card.type == SPELL else "plays"
    option = f" ({say.card(int(card.options[e.amount - 1]))})" if e.amount else ""
    target = f" on {say.target(e.ref)}" if e.ref >= 0 else ""
    return f"{verb} {say.card(e.card)}{option}{target} ({e.other} mana)"


def tell_power(say: Speaker, group: Group) -> str:
    e = group[0]
    target = f" on {say.target(e.ref)}" if e.ref >= 0 else ""
    return f"uses {say.card(e.card)}{target} ({e.other} mana)"


def tell_attack(say: Speaker, group: Group) -> str:
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


def tell_choice(say: Speaker, group: Group) -> str:
    return f"chooses {say.card(group[0].card)}"


# --- cards ----------------------------------------------------------------------------------------------------------


def tell_draw(say: Speaker, group: Group) -> str:
    cards = join_words(count_words(say.card(e.card) for e in group))
    return f"{say.subject(group[0].player)}draws {cards}" + (f" ({say.card(group[0].by)})" if group[0].by else "")


def tell_burn(say: Speaker, group: Group) -> str:
    lost = join_words(count_words(say.card(e.card) for e in group))
    return f"{say.subject(group[0].player)}has no room in hand: {lost} {is_or_are(group)} lost"


def tell_fatigue(say: Speaker, group: Group) -> str:
    e = group[0]
    health = left(group[1]) if len(group) > 1 else ""
    return f"{say.subject(e.player)}has no card left to draw: fatigue for {e.amount}{health}"


def tell_add(say: Speaker, group: Group) -> str:
    cards = join_words(count_words(say.card(e.card) for e in group))
    return f"{say.subject(group[0].player)}gets {cards}" + (f" from {say.card(group[0].by)}" if group[0].by else "")


def tell_discard(say: Speaker, group: Group) -> str:
    return f"{say.subject(group[0].player)}discards {join_words(count_words(say.card(e.card) for e in group))}"


def tell_look(say: Speaker, group: Group) -> str:
    return f"{say.subject(group[0].player)}looks at the top {group[0].amount} cards"


def tell_discovery(say: Speaker, group: Group) -> str:
    return f"{say.subject(group[0].player)}discovers a card: one of {group[0].amount}"


def tell_shuffle(say: Speaker, group: Group) -> str:
    cards = join_words(count_words(say.card(e.card) for e in group))
    return f"{say.card(group[0].by)} shuffles {cards} into the deck of {say.labels[group[0].player]}"


# --- characters -----------------------------------------------------------------------------------------------------


def tell_damage(say: Speaker, group: Group) -> str:
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


def tell_shield(say: Speaker, group: Group) -> str:
    if group[0].by:
        return f"{say.card(group[0].by)} breaks the divine shield of {say.all_of(group)}"
    return f"{say.all_of(group)} {'loses its divine shield' if len(group) == 1 else 'lose their divine shields'}"


def tell_heal(say: Speaker, group: Group) -> str:
    if not group[0].by:
        return join_words([f"{say.who(e.ref, e.card)} is healed by {e.amount} (now {e.other})" for e in group])
    heals = [f"{say.whom(e)} by {e.amount} (now {e.other})" for e in group]
    return f"{say.card(group[0].by)} heals {join_words(heals)}"


def tell_death(say: Speaker, group: Group) -> str:
    return f"{say.all_of(group)} {'dies' if len(group) == 1 else 'die'}"


def tell_summon(say: Speaker, group: Group) -> str:
    e = group[0]
    minions = join_words(count_words(say.card(e.card) for e in group))
    side = f" for {say.labels[e.player]}" if e.player != e.by_player else ""
    if not e.by:
        return f"{minions} {'enters' if len(group) == 1 else 'enter'} the board{side}"
    return f"{say.card(e.by)} summons {minions}{side}"


def tell_gift(say: Speaker, group: Group) -> str:
    """Attack, health and keywords; characters that get the same are told together."""
    gifts: dict[int, list[Event]] = {}
    for e in group:
        gifts.setdefault(e.ref, []).append(e)
    names_by_gift: dict[str, list[str]] = {}
    for ref, events in gifts.items():
        names_by_gift.setdefault(describe_gift(events), []).append(say.who(ref, events[0].card))
    giver = say.card(group[0].by) if group[0].by else ""
    received = [(join_words(count_words(names)), gift) for gift, names in names_by_gift.items()]
    if not giver or [who for who, _ in received] == [giver]:
        return join_words([f"{who} gets {gift}" for who, gift in received])
    return f"{giver} gives " + join_words([f"{who} {gift}" for who, gift in received])


def describe_gift(events: Group) -> str:
    """`+1/+1 and taunt`: all that one character gets."""
    parts = [_describe_change(events, j.J_CHANGE), _describe_change(events, j.J_CHANGE_TURN)]
    parts += [
        join_words(keyword_words(e.amount)) + (THIS_TURN if e.other else "") for e in events if e.kind == j.J_GIVE
    ]
    return join_words([part for part in parts if part])


def _describe_change(events: Group, kind: int) -> str:
    attack = sum(e.amount for e in events if e.kind == kind)
    health = sum(e.other for e in events if e.kind == kind)
    if attack and health:
        change = f"{attack:+d}/{health:+d}"
    else:
        change = f"{attack:+d} attack" if attack else f"{health:+d} health" if health else ""
    return change + (THIS_TURN if change and kind == j.J_CHANGE_TURN else "")


def tell_take(say: Speaker, group: Group) -> str:
    words = join_words(keyword_words(group[0].amount))
    return f"{say.all_of(group)} {'loses' if len(group) == 1 else 'lose'} {words}"


def tell_set(say: Speaker, group: Group) -> str:
    what = "health" if group[0].other else "attack"
    return f"the {what} of {say.all_of(group)} becomes {group[0].amount}"


def tell_control(say: Speaker, group: Group) -> str:
    fights = "fights" if len(group) == 1 else "fight"
    return f"{join_words(count_words(say.card(e.card) for e in group))} now {fights} for {say.labels[group[0].player]}"


def tell_return(say: Speaker, group: Group) -> str:
    returns = "returns" if len(group) == 1 else "return"
    return f"{say.all_of(group)} {returns} to the hand of {say.labels[group[0].player]}"


def tell_transformation(say: Speaker, group: Group) -> str:
    return join_words([f"{say.who(e.ref, e.card)} becomes {say.card(e.other)}" for e in group])


def tell_destruction(say: Speaker, group: Group) -> str:
    if group[0].by:
        return f"{say.card(group[0].by)} destroys {say.all_of(group)}"
    return f"{say.all_of(group)} {is_or_are(group)} destroyed"


def tell_attachment(say: Speaker, group: Group) -> str:
    return f"{say.card(group[0].by)} now lies on {say.all_of(group)}"


# --- heroes ---------------------------------------------------------------------------------------------------------


def tell_weapon_change(say: Speaker, group: Group) -> str:
    e = group[0]
    parts = [f"{n:+d} {what}" for n, what in ((e.amount, "attack"), (e.other, "durability")) if n]
    return f"{say.card(e.card)} gets {join_words(parts)}"


def tell_mana(say: Speaker, group: Group) -> str:
    e = group[0]
    gains, n = ("gains" if e.amount >= 0 else "loses"), abs(e.amount)
    if e.other:
        return f"{say.subject(e.player)}{gains} {n} mana crystal{'' if n == 1 else 's'}"
    return f"{say.subject(e.player)}{gains} {n} mana this turn"


def tell_end(say: Speaker, group: Group) -> str:
    winner = group[0].player
    return f"{say.labels[winner]} wins." if winner in (0, 1) else "The game ends in a draw."


Sentence = Callable[[Speaker, Group], str]
SENTENCES: dict[int, Sentence] = {
    j.J_TURN: lambda say, group: f"Turn {group[0].amount} - {say.labels[group[0].player]} ({group[0].other} mana)",
    j.J_PLAY: tell_play,
    j.J_POWER: tell_power,
    j.J_ATTACK: tell_attack,
    j.J_CHOOSE: tell_choice,
    j.J_DRAW: tell_draw,
    j.J_BURN: tell_burn,
    j.J_FATIGUE: tell_fatigue,
    j.J_ADD: tell_add,
    j.J_DISCARD: tell_discard,
    j.J_LOOK: tell_look,
    j.J_DISCOVER: tell_discovery,
    j.J_SHUFFLE: tell_shuffle,
    j.J_DAMAGE: tell_damage,
    j.J_SHIELD: tell_shield,
    j.J_HEAL: tell_heal,
    j.J_DEATH: tell_death,
    j.J_SUMMON: tell_summon,
    j.J_CHANGE: tell_gift,
    j.J_CHANGE_TURN: tell_gift,
    j.J_GIVE: tell_gift,
    j.J_TAKE: tell_take,
    j.J_SET: tell_set,
    j.J_SWAP: lambda say, group: f"attack and health of {say.all_of(group)} change places",
    j.J_FREEZE: lambda say, group: f"{say.all_of(group)} {is_or_are(group)} frozen",
    j.J_SILENCE: lambda say, group: f"{say.all_of(group)} {is_or_are(group)} silenced",
    j.J_DESTROY: tell_destruction,
    j.J_RETURN: tell_return,
    j.J_CONTROL: tell_control,
    j.J_TRANSFORM: tell_transformation,
    j.J_ATTACH: tell_attachment,
    j.J_EQUIP: lambda say, group: f"{say.subject(group[0].player)}equips {say.card(group[0].card)}",
    j.J_WEAPON_GONE: lambda say, group: f"{say.card(group[0].card)} is gone",
    j.J_WEAPON_CHANGE: tell_weapon_change,
    j.J_ARMOR: lambda say, group: f"{say.subject(group[0].player)}gains {group[0].amount} armor",
    j.J_MANA: tell_mana,
    j.J_HERO: lambda say, group: f"{say.labels[group[0].player]} becomes {say.card(group[0].card)}",
    j.J_NEW_POWER: lambda say, group: f"{say.subject(group[0].player)}has a new hero power: {say.card(group[0].card)}",
    j.J_SECRET: lambda say, group: f"{say.labels[group[0].player]}'s secret: {say.card(group[0].card)}!",
    j.J_SECRET_GONE: lambda say, group: f"{say.labels[group[0].player]} loses the secret {say.card(group[0].card)}",
    j.J_COUNTER: lambda say, group: f"{say.card(group[0].card)} is countered",
    j.J_REDIRECT: lambda say, group: f"the target is now {say.who(group[0].ref, group[0].card)}",
    j.J_OVER: tell_end,
}
# Kinds of which several in a row, of the same card and player, make one sentence.
TOGETHER = {
    *GIFTS, *STRIKES, j.J_DRAW, j.J_BURN, j.J_ADD, j.J_SHUFFLE, j.J_DISCARD, j.J_HEAL, j.J_DEATH, j.J_SUMMON,
    j.J_FREEZE, j.J_SILENCE, j.J_DESTROY, j.J_RETURN, j.J_CONTROL, j.J_TRANSFORM, j.J_SWAP,
}  # fmt: skip
