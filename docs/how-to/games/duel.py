"""Duel: two lines of fighters. In each round both next fighters strike; who falls makes room for the next one."""

import random


class Duel:
    name, version, title = "duel", "1.0", "Duel"
    about = "two lines of fighters, one fight at a time"
    cards = {
        "Wolf": {"cost": 1, "power": 2, "life": 2},
        "Bear": {"cost": 3, "power": 3, "life": 6},
        "Hawk": {"cost": 1, "power": 3, "life": 1},
        "Boar": {"cost": 2, "power": 3, "life": 3},
        "Ox": {"cost": 2, "power": 1, "life": 7},
        "Lion": {"cost": 4, "power": 6, "life": 5},
    }
    numbers = {"cost": [0, 6], "power": [0, 9], "life": [1, 12]}
    deck = {"size": 8, "copies": 3}
    decks = {
        "Pack": ["3x Wolf", "3x Hawk", "2x Boar"],
        "Herd": ["3x Ox", "3x Bear", "2x Boar"],
        "Pride": ["3x Lion", "3x Wolf", "2x Ox"],
    }
    players = {"random": "sends any fighter", "planner": "sends the dearest fighter that it can pay"}

    def play(self, numbers, deck_a, deck_b, player_a, player_b, seed):
        dice, hands, lives, gold = random.Random(seed), [list(deck_a), list(deck_b)], [0, 0], [2, 3]
        field = ["", ""]
        for turn in range(1, 60):
            for seat, player in enumerate((player_a, player_b)):
                gold[seat] += 2
                able = [card for card in hands[seat] if numbers[card]["cost"] <= gold[seat]]
                if lives[seat] <= 0 and able:
                    pick = dice.choice(able)
                    if player == "planner":
                        pick = max(able, key=lambda card: (numbers[card]["cost"], dice.random()))
                    hands[seat].remove(pick)
                    field[seat], lives[seat] = pick, numbers[pick]["life"]
                    gold[seat] -= numbers[pick]["cost"]
            strikes = [numbers[field[s]]["power"] * dice.randint(0, 2) if lives[s] > 0 else 0 for s in (0, 1)]
            lives = [lives[0] - strikes[1], lives[1] - strikes[0]]
            done = [not hand and life <= 0 for hand, life in zip(hands, lives)]
            if any(done):
                return 2 if all(done) else int(done[0]), turn
        return 2, turn
