"""The card table: a card set as integers, which is all that the engine ever sees of it.

A table is one NumPy record, so that compiled code reads `table.cards[c].cost`, and many tables (one for each candidate
patch) are one array.
"""

from evometa.games.compiled.records import record
from evometa.games.hearthstone.cards.compiling import sizes

# Which characters: sides and kinds are bit sets, race 0 means any, attack limits of -1 mean none.
Filter = record(("keywords", "i4"), "sides", "kinds", "other", "race", "state", "min_attack", "max_attack", "pad")

Instruction = record(
    "op",
    "pick",
    ("who", Filter),  # which characters the pick may find
    ("each", Filter),  # what PER_CHARACTER, IF_COUNT and IF_TARGET look at
    ("keywords", "i4"),
    "amount",
    "amount2",
    "quantity",  # PER_...: both amounts are multiplied by it
    "count",  # repetitions of a summon, number of random picks
    "leaves_out",  # LEAVES_OUT_..., or a card: whom the pick does not mean
    "by",  # PICK_TARGET if the damage is the target's own
    "whose",  # YOU, OPPONENT, BOTH
    "until",  # 1 if it lasts until the end of the turn
    "card",  # card index, or -1
    "pool",  # first entry in table.pool, if pool_n > 0: one card of it at random
    "pool_n",
    "cards",  # CARD_... bits
    "condition",  # IF_... (of OP_IF)
    "argument",
    "jump",  # absolute index into table.code
    "mark",
)

# pc 0 holds OP_END and means "no program".
# Of an attack, `who` is the attacker and `whom` the attacked; of any other event, `who` is its subject.
Trigger = record("event", "secret", "cards", "needs", "about_it", ("who", Filter), ("whom", Filter), "whose", "pc")
Aura = record(
    "kind",
    "pick",
    ("who", Filter),
    ("each", Filter),
    ("keywords", "i4"),
    "amount",
    "amount2",
    "quantity",
    "whose",
    "cards",
    "floor",  # a cost aura does not lower a cost below this
    "condition",
)
# An ability that a card attaches to a minion: a deathrattle (event ON_DEATH), or a trigger that runs for the caster.
Mark = record("event", "pc")

Card = record(
    ("keywords", "i4"),
    ("listens", "i4"),  # a bit for each ON_... event, and HAS_... bits
    "type",
    "cost",
    "attack",
    "health",  # or durability
    "race",
    "klass",
    "rarity",
    "spell_damage",
    "overload",
    "secret",
    "power",  # of a hero: its hero power
    "needs",
    "needs_n",
    ("needs_each", Filter),
    "target_rule",
    "combo_target_rule",
    ("target", Filter),
    ("combo_target", Filter),
    "play",  # program of the battlecry, spell or hero power
    "combo",  # replaces it when a card was played before; 0: none
    "deathrattle",
    "cost_step",
    "cost_quantity",
    ("cost_each", Filter),
    "n_options",
    ("options", "i2", (sizes.MAX_OPTIONS,)),
    "n_triggers",
    "n_auras",
    ("triggers", Trigger, (sizes.MAX_TRIGGERS,)),
    ("auras", Aura, (sizes.MAX_AURAS,)),
)

Rules = record(
    "hero_health",
    ("mana_steps", "i2", (sizes.MAX_CURVE,)),  # crystals that each turn of a player brings; the last goes on
    "mana_limit",
    "hand_limit",
    "board_limit",
    "secret_limit",
    "deck_size",
    "copies",
    "legendary_copies",
    "first_cards",
    "second_cards",
    "second_gets",  # card index, or 0
    "first_fatigue",
    "fatigue_step",
    "turn_limit",
    "cards_per_turn",
)

Table = record(
    "n_cards",
    "n_code",
    "n_pool",
    "n_marks",
    ("rules", Rules),
    ("marks", Mark, (sizes.MAX_MARKS,)),
    ("cards", Card, (sizes.MAX_CARDS,)),
    ("code", Instruction, (sizes.MAX_CODE,)),
    ("pool", "i2", (sizes.MAX_POOL,)),
)
