"""From a card's definition to its records: the card's own, and the instructions of its effects.

Program counters and jumps count from the card's own first instruction as 1; the compiler moves them to where the card's
instructions come to lie. Pools and marks are numbered within the card in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from evometa.games.cards import Card, Roster
from evometa.games.hearthstone.cards.compiling import table as t
from evometa.games.hearthstone.cards.compiling.packing import (
    NO_AURA,
    NO_TRIGGER,
    Instruction,
    fill,
    new_instruction,
    order_values,
    pack_code,
    pack_filter,
)
from evometa.games.hearthstone.cards.compiling.sizes import MAX_AURAS, MAX_CARDS, MAX_OPTIONS, MAX_TRIGGERS
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language import definition as meant
from evometa.games.hearthstone.cards.language.filters import ITSELF, NOBODY, Filter, tribe_name
from evometa.games.hearthstone.cards.language.lexicon import FIRST_FREE, lexicon_of, speaking, spoken
from evometa.games.hearthstone.cards.language.phrases import ONCE, Event, PoolQuery
from evometa.games.hearthstone.cards.language.verbs import OP_NOTHING
from evometa.games.hearthstone.cards.language.vocabulary import TYPES
from evometa.input.errors import Mistakes, Where, errors_at
from evometa.input.short_repr import Short

RULES_HEALTH = -1  # the health of a hero until the compiler knows the rules
_ANY_TYPE = 0
_CARD_TYPES = {
    c.OP_SUMMON: c.MINION,
    c.OP_TRANSFORM: c.MINION,
    c.OP_SUMMON_FROM_DECK: c.MINION,
    c.OP_EQUIP: c.WEAPON,
    c.OP_SET_POWER: c.POWER,
    c.OP_SET_HERO: c.HERO,
}
_PLAYED_FROM_HAND = (c.MINION, c.WEAPON)
_HELD = (c.MINION, c.SPELL, c.WEAPON)
_TO_HOLD = (c.OP_ADD, c.OP_SHUFFLE, c.OP_DISCOVER, c.OP_DRAW_RACE, c.OP_GAIN_CRYSTALS)
_OF_STEPS = ("op", "keywords", "amount", "amount2", "whose", "until", "cards", "argument", "by")  # as they are


@dataclass(frozen=True, slots=True)
class _Mark(Short):
    """An ability that the card attaches: its event, and where its program stands in the card's code."""

    event: int
    pc: int
    program: bytes  # its program as if it stood alone, so that equal abilities can be told


@dataclass(frozen=True, slots=True)
class Unit(Short):
    """A compiled card, not yet at its place in a table."""

    record: bytes
    code: bytes
    n_code: int
    pools: tuple[tuple[int, ...], ...]
    marks: tuple[_Mark, ...]


@lru_cache(maxsize=64)
def _races_of(roster: Roster) -> frozenset[int]:
    """The races of the minions of a set."""
    return frozenset(definition.race for definition in roster.definitions)


@lru_cache(maxsize=4096)
def lower_card(card: Card, roster: Roster) -> Unit:
    """The records of a card. Cached, so that a patched set compiles only the cards that the patch changed."""
    lowering = _Lowering(card.definition, roster, card.where)
    with speaking(lexicon_of(card.game)):
        record = lowering.lower_definition()
    code = pack_code(lowering.code)
    return Unit(record, code, len(lowering.code), tuple(lowering.pools), tuple(lowering.marks))


@dataclass(slots=True)
class _Lowering:
    """The work on one card, with the code, pools and marks so far."""

    definition: meant.Definition
    roster: Roster
    where: Where
    code: list[Instruction] = field(default_factory=list)
    pools: list[tuple[int, ...]] = field(default_factory=list)
    marks: list[_Mark] = field(default_factory=list)
    pending: list[tuple[Instruction, Any]] = field(default_factory=list)  # abilities whose programs come later

    # --- the card ------------------------------------------------------------------------------------------------
    def lower_definition(self) -> bytes:
        d = self.definition
        with Mistakes() as attempt:
            play, combo, deathrattle = (attempt(self.lower_program, e) for e in (d.play, d.combo, d.deathrattle))
            triggers = [attempt(self._lower_trigger, trigger) for trigger in d.triggers]
            if d.secret is not None:
                triggers.append(attempt(self._lower_trigger, d.secret, is_secret=True))
            auras = [attempt(self._lower_aura, aura) for aura in d.auras]
            lists = attempt(self._lower_lists, triggers, auras)
            numbers = attempt(self._lower_numbers)
            targets = attempt(self._lower_targets)
        self._lower_abilities()
        programs = {"play": play, "combo": combo, "deathrattle": deathrattle}
        return np.array([order_values(t.Card, d, **numbers, **targets, **lists, **programs)], dtype=t.Card).tobytes()

    def _lower_numbers(self) -> dict[str, Any]:
        """What the card is, where its definition does not say it in the same words."""
        d = self.definition
        step, quantity = d.own_cost or (0, ONCE)
        return {
            "listens": self._find_listens(),
            "health": RULES_HEALTH if d.health is None else d.health,
            "secret": int(d.secret is not None),
            "power": self._find(d.hero_power.where, d.hero_power.names[0], c.POWER) if d.hero_power else 0,
            "needs": self._find_needs(),
            "needs_n": d.needs.count,
            "needs_each": self.pack(d.needs.each),
            "cost_step": step,
            "cost_quantity": quantity.code,
            "cost_each": self.pack(quantity.each),
        }

    def _lower_targets(self) -> dict[str, Any]:
        """Whom the player may choose, with combo and without."""
        target, combo_target = meant.chosen_target(self.definition.play), meant.chosen_target(self.definition.combo)
        return {
            "target_rule": self._find_target_rule(target),
            "target": self.pack(target or NOBODY),
            "combo_target_rule": self._find_target_rule(combo_target),
            "combo_target": self.pack(combo_target or NOBODY),
        }

    def _lower_lists(self, triggers: list[Any], auras: list[Any]) -> dict[str, Any]:
        """Options, triggers and auras, with blanks in the places that the card leaves empty."""
        options = [
            self._find(option.where, name, c.SPELL) for option in self.definition.options for name in option.names
        ]
        if any(card.options or card.secret for card in (self.roster.definitions[index - 1] for index in options)):
            raise self.where.error("an option of 'choose_one' is a spell that is no secret and has no options itself")
        return {
            "n_options": len(options),
            "options": fill(options, MAX_OPTIONS, 0),
            "n_triggers": len(triggers),
            "triggers": fill(triggers, MAX_TRIGGERS, NO_TRIGGER),
            "n_auras": len(auras),
            "auras": fill(auras, MAX_AURAS, NO_AURA),
        }

    def _find_listens(self) -> int:
        d = self.definition
        mask = 1 << c.HAS_AURA if d.auras else 0
        lifesteal = (d.type == c.MINION and d.keywords & c.LIFESTEAL) or any(a.keywords & c.LIFESTEAL for a in d.auras)
        mask |= 1 << c.HAS_LIFESTEAL if lifesteal else 0
        for aura in d.auras:
            mask |= 1 << c.HAS_KEYWORD_AURA if aura.keywords else 0
            mask |= 1 << c.HAS_DAMAGE_AURA if _sees_wounds(aura) else 0
            mask |= 1 << c.HAS_FAR_AURA if _reaches_far(aura) else 0
            mask |= _look_of(aura) if aura.kind in (c.AURA_STATS, c.AURA_WEAPON) else 0
        for trigger in (*d.triggers, *((d.secret,) if d.secret else ())):
            mask |= 1 << trigger.event.code | _hears_others(trigger.event)
        return mask

    def _find_target_rule(self, target: Filter | None) -> int:
        if target is None:
            return c.NO_TARGET_RULE
        return c.TARGET_IF_ANY if self.definition.type in _PLAYED_FROM_HAND else c.TARGET_REQUIRED

    def _find_needs(self) -> int:
        """What the card asks for; board space is implied where a spell or power summons for its player first."""
        d = self.definition
        first = d.play[0] if d.play else None
        is_open = d.type not in _PLAYED_FROM_HAND and d.needs.code in (c.NEEDS_NOTHING, c.NEEDS_COUNT)
        if is_open and isinstance(first, meant.Step) and meant.summons_for_you(first):
            return c.NEEDS_NEW_TOTEM if first.argument else c.NEEDS_SPACE
        return d.needs.code

    def _lower_trigger(self, trigger: meant.Trigger, is_secret: bool = False) -> tuple[Any, ...]:
        event = trigger.event
        return order_values(
            t.Trigger,
            event,
            pc=self.lower_program(trigger.effect),
            event=event.code,
            secret=int(is_secret),
            needs=_secret_needs(trigger) if is_secret else c.NEEDS_NOTHING,
            about_it=int(any(_is_about_it(step) for step in meant.walk_steps(trigger.effect))),
            who=self.pack(event.who),
            whom=self.pack(event.whom),
        )

    # --- programs ------------------------------------------------------------------------------------------------
    def lower_program(self, effect: meant.Effect) -> int:
        """Where the program of an effect starts (from 1); 0 if there is no effect."""
        if not effect:
            return 0
        start = len(self.code) + 1
        self._lower_effect(effect)
        self.code.append(new_instruction(c.OP_END))
        return start

    def _lower_effect(self, effect: meant.Effect) -> None:
        with Mistakes() as attempt:
            for node in effect:
                if isinstance(node, meant.Branch):
                    attempt(self._lower_branch, node)
                elif node.op != OP_NOTHING:
                    attempt(self._lower_step, node)

    def _lower_branch(self, branch: meant.Branch) -> None:
        condition, argument = branch.condition, branch.condition.argument
        if condition.card:
            argument = self._find(branch.where, condition.card, c.POWER)
        jump = new_instruction(c.OP_IF, each=self.pack(condition.each), condition=condition.code, argument=argument)
        self.code.append(jump)
        self._lower_effect(branch.then)
        if branch.otherwise:
            test, jump = jump, new_instruction(c.OP_JUMP)
            self.code.append(jump)
            test["jump"] = len(self.code) + 1
            self._lower_effect(branch.otherwise)
        jump["jump"] = len(self.code) + 1

    def _lower_step(self, step: meant.Step) -> None:
        instruction = new_instruction(
            each=self.pack(step.quantity.each),
            quantity=step.quantity.code,
            **{name: getattr(step, name) for name in _OF_STEPS},
        )
        if step.selection is not None:
            instruction |= {name: getattr(step.selection, name) for name in ("pick", "count", "leaves_out")}
            instruction["who"] = self.pack(step.selection.who)
            if step.selection.not_card:
                instruction["leaves_out"] = self._find(self.where, step.selection.not_card)
        if step.race:
            instruction["who"] = self.pack(Filter(race=step.race))
        if step.card is not None:
            self._lower_card_ref(instruction, step.card)
        if step.ability is not None:
            self.pending.append((instruction, step.ability))
        self.code.append(instruction)
        if step.body:  # a repeat: its steps stand behind it, then a jump back to it, and it has a jump behind them all
            head = len(self.code)
            self._lower_effect(step.body)
            self.code.append(new_instruction(c.OP_JUMP, jump=head))
            instruction["jump"] = len(self.code) + 1

    def _lower_card_ref(self, instruction: Instruction, ref: meant.CardRef) -> None:
        wanted = _CARD_TYPES.get(instruction["op"], _ANY_TYPE)
        if ref.pool is None and len(ref.names) == 1 and instruction["op"] != c.OP_DISCOVER:
            instruction["card"] = self._find(ref.where, ref.names[0], wanted)
            self._check_held(instruction["op"], ref.where, instruction["card"])
            return
        pool = self._fill_pool(ref) if ref.pool else tuple(self._find(ref.where, name) for name in ref.names)
        if instruction["op"] == c.OP_DISCOVER and ref.pool:
            pool = self._fit_discovery(instruction, ref, pool)
        if len(pool) > MAX_CARDS:  # for which a game has room when a script asks what may come out
            raise ref.where.error(f"found a choice among {len(pool)} cards; allowed: at most {MAX_CARDS}")
        for index in pool:
            self._check_type(ref.where, index, wanted)
            self._check_held(instruction["op"], ref.where, index)
        if pool not in self.pools:
            self.pools.append(pool)
        instruction["pool"], instruction["pool_n"] = self.pools.index(pool), len(pool)

    def _lower_abilities(self) -> None:
        """Add the programs of attached abilities behind those that attach them."""
        for instruction, ability in self.pending:
            start = self.lower_program(ability.effect)
            alone = _Lowering(self.definition, self.roster, self.where)
            alone.lower_program(ability.effect)
            instruction["mark"] = len(self.marks)
            self.marks.append(_Mark(ability.event.code, start, pack_code(alone.code)))

    # --- other cards ---------------------------------------------------------------------------------------------
    def _find(self, where: Where, name: str, wanted: int = _ANY_TYPE) -> int:
        """The index of a card that this one mentions."""
        with errors_at(where):
            index = self.roster.find(name)
        self._check_type(where, index, wanted)
        return index

    def _check_type(self, where: Where, index: int, wanted: int) -> None:
        found = self.roster.definitions[index - 1].type
        if wanted not in (_ANY_TYPE, found):
            names = {word.code: word.word for word in TYPES.values()}
            card = self.roster.ids[index - 1]
            raise where.error(f"the card '{card}' is a {names[found]}; allowed: a {names[wanted]}")

    def _check_held(self, op: int, where: Where, index: int) -> None:
        """Refuse to give a hand or a deck what nobody can hold."""
        if op in _TO_HOLD and self.roster.definitions[index - 1].type not in _HELD:
            raise where.error(f"nobody can hold '{self.roster.ids[index - 1]}'; allowed: a minion, spell or weapon")

    def _fit_discovery(self, instruction: Instruction, ref: meant.CardRef, pool: tuple[int, ...]) -> tuple[int, ...]:
        """What can be discovered: not the card itself; if no class is named, only what the player's hero may have."""
        assert ref.pool is not None
        instruction["argument"] = int(ref.pool.klass is None and not ref.pool.another_class)
        own = self.roster.index_by_id.get(self.where.card)
        others = tuple(index for index in pool if index != own)
        if not others:
            raise ref.where.error("no other collectible card of the set is of that kind")
        return others

    def _fill_pool(self, ref: meant.CardRef) -> tuple[int, ...]:
        """The indices of the collectible cards that a query means."""
        assert ref.pool is not None
        own = self.definition.klass
        pool = tuple(
            index
            for index, other in enumerate(self.roster.definitions, start=1)
            if other.collectible and _matches(other, ref.pool, own)
        )
        if not pool:
            raise ref.where.error("no collectible card of the set is of that kind")
        return pool

    def _lower_aura(self, aura: meant.Aura) -> tuple[Any, ...]:
        selection = aura.selection
        return order_values(
            t.Aura,
            aura,
            pick=selection.pick if selection else c.PICK_NONE,
            who=self.pack(selection.who if selection else NOBODY),
            each=self.pack(aura.quantity.each),
            quantity=aura.quantity.code,
            condition=aura.condition.code,
        )

    # --- tribes --------------------------------------------------------------------------------------------------
    def pack(self, who: Filter) -> tuple[int, ...]:
        """A filter as its record, if there is anybody of its tribe in the set."""
        if who.race >= FIRST_FREE and who.race not in _races_of(self.roster):
            name = tribe_name(who.race)
            place = _find_word(self.roster.cards[self.roster.find(self.where.card) - 1].tree, name)
            tribes = [tribe_name(race) for race in _races_of(self.roster) if race >= FIRST_FREE]
            raise (self.where / place).unknown(
                "tribe, which no card of the set has:", name, (*spoken().tribes, *tribes)
            )
        return pack_filter(who)


def _find_word(tree: Any, word: str, path: str = "") -> str:
    """The path of the text in a card's data that has the word, or its plural."""
    if isinstance(tree, str) and {word, f"{word}s"} & set(tree.split()):
        return path
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    found = (_find_word(value, word, f"{path}.{name}" if path else str(name)) for name, value in items)
    return next((place for place in found if place), "")


def _matches(card: meant.Definition, query: PoolQuery, own_class: int) -> bool:
    if card.type not in _HELD:
        return False
    if query.another_class:
        return card.klass not in (own_class, c.NEUTRAL)
    wanted = ((query.klass, card.klass), (query.rarity, card.rarity), (query.race, card.race), (query.type, card.type))
    return all(value is None or value == found for value, found in wanted)


def _is_about_it(step: meant.Step) -> bool:
    """Whether a step does something to, or with, the subject of its event."""
    return step.op == c.OP_REDIRECT or (step.selection is not None and step.selection.pick == c.PICK_IT)


def _secret_needs(trigger: meant.Trigger) -> int:
    """A secret that summons waits until there is room; one that redirects, until there is somebody to redirect to."""
    first = next(meant.walk_steps(trigger.effect))
    if any(meant.summons_for_you(step) for step in meant.walk_steps(trigger.effect)):
        return c.NEEDS_SPACE
    return c.NEEDS_NEW_TARGET if first.op == c.OP_REDIRECT else c.NEEDS_NOTHING


def _reaches_far(aura: meant.Aura) -> bool:
    """Does the aura depend on, or change, anything of the other player?"""
    chosen = aura.selection
    is_near = chosen is None or chosen.pick in (c.PICK_THIS, c.PICK_ADJACENT) or not chosen.who.sides & c.ENEMY
    counts_enemies = aura.quantity.code == c.PER_CHARACTER and bool(aura.quantity.each.sides & c.ENEMY)
    return not is_near or bool(aura.whose & c.OPPONENT) or counts_enemies


def _sees_wounds(aura: meant.Aura) -> bool:
    """Does the aura depend on who is damaged, or has a keyword, which a hit or an attack can end?"""
    seen = (aura.quantity.each, aura.selection.who if aura.selection else NOBODY)
    return aura.condition.code == c.IF_DAMAGED or any(who.state or who.keywords for who in seen)


_LASTING = (c.IF_ALWAYS, c.IF_DAMAGED, c.IF_WEAPON, c.IF_SECRET)  # neither an attack of minions nor a new turn matters


def _look_of(aura: meant.Aura) -> int:
    """What an aura that gives attack, health or keywords looks at, as HAS_ bits."""
    pick, who = (aura.selection.pick, aura.selection.who) if aura.selection else (c.PICK_NONE, NOBODY)
    changing = who != replace(who, keywords=0, state=0, min_attack=c.NO_LIMIT, max_attack=c.NO_LIMIT)
    is_watchful = changing or aura.quantity.code != c.PER_ONE or aura.condition.code not in _LASTING
    return (
        (1 << c.HAS_SHARED_AURA if pick != c.PICK_THIS else 0)
        | (1 << c.HAS_PLACE_AURA if pick == c.PICK_ADJACENT else 0)
        | (1 << c.HAS_WATCHFUL_AURA if is_watchful else 0)
    )


def _hears_others(event: Event) -> int:
    """Which HEARS_ bits an event has: what it hears of attacks by minions and of damage, beside its own minion's."""
    if event.who.other == ITSELF:
        return 0
    if event.code == c.ON_DAMAGE:
        return _by_kind(event.who.kinds, c.HEARS_DAMAGE_TO_HEROES, c.HEARS_DAMAGE_TO_MINIONS)
    if event.code in (c.ON_ATTACK, c.ON_AFTER_ATTACK) and event.who.kinds & c.MINIONS:
        attacked = event.whom.kinds if event.code == c.ON_ATTACK else c.CHARACTERS
        return _by_kind(attacked, c.HEARS_ATTACKS_ON_HEROES, c.HEARS_ATTACKS_ON_MINIONS)
    return 0


def _by_kind(kinds: int, of_heroes: int, of_minions: int) -> int:
    return (1 << of_heroes if kinds & c.HEROES else 0) | (1 << of_minions if kinds & c.MINIONS else 0)
