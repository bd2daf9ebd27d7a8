"""Games that are quick uncompiled: heroes with little health, a narrow search."""

from dataclasses import replace

from evometa.games.decks.deck import load_deck
from evometa.games.hearthstone.cards import compile_table, load_cards, load_rules
from evometa.games.players import load_player

CARDS = load_cards()
RULES = replace(load_rules(), hero_health=6)
TABLE = compile_table(CARDS, RULES)
DECKS = [load_deck("exp1_hunter_aggro"), load_deck("exp1_paladin_aggro")]
NAMES = [deck.name for deck in DECKS]
PLAYERS = [replace(load_player("paper-aggro"), width=1, depth=3), load_player("random")]
