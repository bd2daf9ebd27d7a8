"""Which decks would be played, and how often, by people who all choose as well as they can.

Choosing a deck is a game itself: each of two people picks one, and the win rate is the pay-off. Its mixed Nash
equilibrium is the shares of decks at which nobody gains by choosing otherwise. It tells which decks can live beside
each other; it does not tell what people like to play, can afford, or have found out yet.

One person's gain is the other's loss, and both choose from the same decks. So with the edges A = W - 0.5, where
A[i, j] = -A[j, i], shares x are an equilibrium if and only if no deck has an edge against them: A x <= 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evometa.matches.inference import Floats, middle
from evometa.metagame.evidence import Evidence
from evometa.metagame.measures import check_matrix

Decks = NDArray[np.intp]

DIGITS = 12  # of win rates: what differs less is rounding
TOLERANCE = 1e-9  # below which a share, an edge or a singular value is 0


def nash(win_rates: ArrayLike) -> Floats:
    """[n]: the share of each deck in the equilibrium for win rates [n, n]. All NaN if a win rate is unknown.

    If there are many equilibria (decks that are alike, say), it is the most even one: that of the highest entropy.
    """
    edges = _edges(win_rates)
    if not np.isfinite(edges).all():
        return np.full(len(edges), np.nan)
    played = _find_played(edges)
    unique = _solve_unique(edges, played)
    return _solve_most_even(edges, played) if unique is None else unique


def spread_out(win_rates: ArrayLike, slack: float) -> Floats:
    """[n]: the most even shares against which no deck wins more than 0.5 and some slack, which is above 0.

    An equilibrium may rest on one deck that beats all others by a hair. Where games do not tell hairs apart, people
    play all decks that are about as good; and what beats one of them does not beat all.
    """
    from scipy.optimize import minimize
    from scipy.special import logsumexp, softmax

    edges = _edges(win_rates)

    def dual(weights: Floats) -> tuple[float, Floats]:
        scores = -weights @ edges
        return float(logsumexp(scores) + slack * weights.sum()), slack - edges @ softmax(scores)

    options = {"ftol": 1e-13, "gtol": 1e-9, "maxiter": 10_000, "maxfun": 100_000}
    bounds = [(0, None)] * len(edges)
    solution = minimize(dual, np.zeros(len(edges)), jac=True, method="L-BFGS-B", bounds=bounds, options=options)
    return np.asarray(softmax(-solution.x @ edges))


def nash_interval(evidence: Evidence, *, samples: int = 200, seed: int) -> tuple[Floats, Floats]:
    """[n] and [n]: between what each deck's share lies in most equilibria of matrices that the counts leave possible.

    A share can jump when a win rate crosses 0.5, so the interval is often wide, and that is the news: the games do not
    tell yet who belongs to the equilibrium. The same seed gives the same interval.
    """
    return middle(draw_nash(evidence, samples, seed))


def draw_nash(evidence: Evidence, samples: int, seed: int) -> Floats:
    """[samples, n]: the equilibria of matrices that the counts leave possible."""
    played = _find_played(_edges(evidence.smoothed_win_rate))
    return np.stack([_solve_near(win_rates, played) for win_rates in evidence.draw_win_rates(samples, seed)])


def _edges(win_rates: ArrayLike) -> Floats:
    """[n, n]: how much better than even each deck is against each other one."""
    rates = check_matrix("win rates", win_rates)
    return np.asarray(np.round((rates - rates.T) / 2, DIGITS))


def _solve_near(win_rates: Floats, played: Decks) -> Floats:
    """The equilibrium, found at once if the decks that are played in it are those expected."""
    unique = _solve_unique(_edges(win_rates), played)
    return nash(win_rates) if unique is None else unique


def _find_played(edges: Floats) -> Decks:
    """The decks that have a share in some equilibrium, by one linear programme.

    Tucker's theorem: there are shares x with deficits -A x >= 0 in which each deck has either a share or a deficit. So
    the least of x - A x, over all decks, can be above 0; where it is highest, the decks with a share are those that any
    equilibrium plays. As any equilibrium will do, there always is a solution, however near some decks are to a tie.
    """
    from scipy.optimize import linprog  # takes long to import, which only those who solve something need

    n_decks = len(edges)
    one, zero = np.ones((n_decks, 1)), np.zeros((n_decks, 1))
    constraints = np.block([[edges, zero], [edges - np.eye(n_decks), one]])  # of the shares and the least
    solution = linprog(
        np.append(np.zeros(n_decks), -1),
        constraints,
        np.zeros(2 * n_decks),
        np.append(np.ones(n_decks), 0)[None, :],
        [1],
        bounds=(0, None),
        method="highs",
    )
    if not solution.success:
        raise ArithmeticError(f"no equilibrium found for the edges {edges.tolist()}: {solution.message}")
    shares = solution.x[:n_decks]
    return np.flatnonzero(shares > -edges @ shares)


def _solve_unique(edges: Floats, played: Decks) -> Floats | None:
    """[n]: the equilibrium that plays exactly these decks, if there is one and no other equilibrium exists.

    All decks played do equally well, so A x = 0 among them; x is unique if that has one solution up to scale and every
    deck that is not played has a true deficit.
    """
    _, sizes, directions = np.linalg.svd(edges[np.ix_(played, played)])
    if np.count_nonzero(sizes < TOLERANCE) != 1:
        return None
    shares = np.zeros(len(edges))
    shares[played] = directions[-1] / directions[-1].sum()
    deficits = np.delete(-edges @ shares, played)
    is_sound = (shares[played] > TOLERANCE).all() and (deficits > TOLERANCE).all()
    return shares if is_sound else None


def _solve_most_even(edges: Floats, played: Decks) -> Floats:
    """[n]: of all equilibria, the one of the highest entropy.

    Equilibria are the x >= 0 on the decks played with A x = 0 among these and A x <= 0 for the others. The dual of
    maximum entropy under such constraints is smooth: x is the softmax of a combination of their rows, with weights
    that minimise the log of its sum.
    """
    from scipy.optimize import minimize
    from scipy.special import logsumexp, softmax

    ties = edges[np.ix_(played, played)]
    deficits = -np.delete(edges, played, axis=0)[:, played]
    rows = np.concatenate([ties, deficits])

    def log_sum(weights: Floats) -> tuple[float, Floats]:
        scores = weights @ rows
        return float(logsumexp(scores)), rows @ softmax(scores)

    bounds = [(None, None)] * len(ties) + [(0, None)] * len(deficits)
    options = {"ftol": 1e-15, "gtol": 1e-10, "maxiter": 10_000, "maxfun": 100_000}
    solution = minimize(log_sum, np.zeros(len(rows)), jac=True, method="L-BFGS-B", bounds=bounds, options=options)
    shares = np.zeros(len(edges))
    shares[played] = softmax(solution.x @ rows)
    return shares
