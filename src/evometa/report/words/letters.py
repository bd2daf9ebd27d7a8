"""What the letters and short words of tables and pages mean, told where they first stand."""

from __future__ import annotations

F_MEANS = "F says how uneven a metagame is: 0 if all match-ups are even, 1 if all are decided in advance."
M_MEANS = "M is the size of a patch: the points of all its changes, mana counted double."
JOLT_MEANS = "Jolt squares the points of each card, so that one big change weighs more than several small ones."
NOISE_FLOOR_MEANS = "The noise floor is what chance alone would show if all match-ups were even."
FRONT_MEANS = "Front 1, 2 and so on are patches that no other one beats in everything, the most even first."
WIN_RATES_MEAN = (
    "WRD and WRP are the deck's win rate when a card was drawn and when it was played, WRN the one after the card was "
    "changed."
)
