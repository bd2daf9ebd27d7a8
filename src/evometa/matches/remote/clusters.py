"""Games on a Dask cluster: a scheduler that knows workers on any number of machines.

Workers may come and go while games are played, and may fall silent. Each of them is asked who it is before it is
trusted with games, and gets ready (compiles) before chunks come. What a lost or silent worker had at hand, others play.
"""

from __future__ import annotations

import math
import socket
import time
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import CancelledError, Executor
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

from evometa.games.compiled.code_cache import announce_compiling
from evometa.input.errors import InputError
from evometa.matches.remote.answers import ClusterError
from evometa.matches.remote.executors import ExecutorRunner
from evometa.matches.remote.members import Member, is_loss
from evometa.matches.runners import Collect, Games
from evometa.matches.schedule import Chunk

if TYPE_CHECKING:
    from distributed import Client

ANSWER_SECONDS = 10.0  # in which a scheduler has to answer, or to come back, and workers should
WAIT_SECONDS = 0.1  # from one look to the next when there is nothing else to do
LONELY_SECONDS = 60.0  # without any worker, after which a cluster is taken for gone
SCHEMES = ("tcp", "tls")


class ClusterRunner(ExecutorRunner):
    """Plays games on the workers of a Dask cluster, through a client of it. The client is closed by `close`.

    `check_share` of the chunks are played by two workers, whose answers are compared.
    """

    def __init__(self, client: Client, check_share: float = 0.0) -> None:
        super().__init__(client.get_executor(pure=False), 1)
        self.client, self.address, self.check_share = client, str(client.scheduler.address), check_share
        self._members: dict[str, Member] = {}  # all workers, by their address
        self._lonely_since: float | None = None
        _wait_until(self._is_everyone_known, ANSWER_SECONDS)

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Play all chunks, as `Runner` says. Raises `ClusterError` if the cluster goes away."""
        self.look()
        self._get_ready()
        super().run(games, chunks, collect)

    def close(self) -> None:
        """Leave the cluster, which stays as it is."""
        self.client.close()

    # --- what is told and asked while chunks are played ---

    def count_slots(self) -> int:
        return sum(each.n_threads for each in self._members.values() if each.is_ready and not each.is_slow)

    def open(self, but: Collection[Executor] = ()) -> Executor | None:
        """The worker with the least to do; one that has a chunk overdue only if there is no other."""
        while True:
            ready = [each for each in self._members.values() if each.is_ready and each not in but]
            if ready or but:
                return min(ready, key=lambda each: (each.is_slow, each.load), default=None)
            time.sleep(WAIT_SECONDS)
            self.look()

    def check(self) -> None:
        self.look()

    def is_loss(self, error: BaseException) -> bool:
        """Of one worker, or of the scheduler, which leaves cancelled futures."""
        return is_loss(error)

    def replace(self, broken: Executor, error: BaseException) -> None:
        """See who is left: what a lost worker had is played by others."""
        self.look()

    def doubt(self, slow: Executor) -> None:
        """Give no more chunks to a worker until it answers."""
        cast(Member, slow).is_slow = True

    def describe(self, executor: Executor) -> str:
        return str(executor)

    # --- who is there ---

    def look(self) -> None:
        """See which workers there are, and have the new ones get ready."""
        there = self._count_threads()
        before, client = self._members, self.client
        self._members = {each: before.get(each) or Member(client, each, there[each]) for each in there}
        for address in before.keys() - there.keys():
            before[address].shutdown()
        for member in self._members.values():
            member.get_on()
        self._miss_workers()

    def _count_threads(self) -> dict[str, int]:
        """The threads of each worker, by its address, as the scheduler says; it may come back within a moment."""
        deadline = time.monotonic() + ANSWER_SECONDS
        problem = "its scheduler does not answer any more"
        while self.client.status != "closed" and time.monotonic() < deadline:
            try:
                if self.client.status == "running":
                    return dict(self.client.nthreads())
            except (OSError, CancelledError, RuntimeError, ValueError) as error:  # what Dask raises then
                problem = f"it does not answer any more ({type(error).__name__}: {error})"
            time.sleep(WAIT_SECONDS)
        raise self._lost(problem)

    def _miss_workers(self) -> None:
        """Raise an error if there has been nobody for long: new workers may be on their way."""
        now = time.monotonic()
        self._lonely_since = None if self._members else self._lonely_since or now
        if self._lonely_since is not None and now - self._lonely_since > LONELY_SECONDS:
            raise self._lost(f"it has had no workers for {LONELY_SECONDS:.0f} seconds")

    def _is_everyone_known(self) -> bool:
        self.look()
        return all(each.is_known for each in self._members.values())

    def _get_ready(self) -> None:
        """Wait until there are workers that have compiled, and for the others not much longer."""
        if not _wait_until(self._can_begin, ANSWER_SECONDS):
            announce_compiling(True)
            _wait_until(self._can_begin, math.inf)
        _wait_until(lambda: not self._find_late(), ANSWER_SECONDS)
        for member in self._find_late():  # it plays when it is ready
            member.is_slow = True

    def _can_begin(self) -> bool:
        is_all = not self._find_late()
        n_ready = sum(each.is_ready for each in self._members.values())
        return n_ready > bool(self.check_share) or (is_all and n_ready > 0)

    def _find_late(self) -> list[Member]:
        """The workers that are not ready, but for those that nobody waits for any more."""
        self.look()
        return [each for each in self._members.values() if not each.is_ready and not each.is_slow]

    def _lost(self, reason: str) -> ClusterError:
        return ClusterError(
            f"cluster {self.address}: {reason}; look after its scheduler and its workers, and try again"
        )


# --- from an address ------------------------------------------------------------------------------


def connect_cluster(address: str, check_share: float = 0.0) -> ClusterRunner:
    """A runner for the cluster whose scheduler has an address, as in `tcp://scheduler:8786`.

    Two workers play a share of the chunks, and what they answer is compared.
    """
    _check_address(address)
    try:
        from distributed import Client
    except ImportError as error:
        raise InputError(
            f"cluster {address}: Dask is not installed here ({error}); get it with: pip install 'evometa[cluster]'"
        ) from None
    try:
        _knock(address)
        client = Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except (OSError, RuntimeError, ValueError) as error:
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise InputError(
            f"cluster {address}: no scheduler answers there ({reason}); start one with `dask scheduler`, "
            "which says its address, or look whether a firewall is in the way"
        ) from None
    try:
        return _meet_workers(client, address, check_share)
    except BaseException:
        client.close()
        raise


def _knock(address: str) -> None:
    """Raise an `OSError` if nobody is at home: Dask would wait for ever for one who opens and says nothing."""
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), ANSWER_SECONDS) as connection:
        if parts.scheme == "tcp" and not connection.recv(1):  # a scheduler says hello; if encrypted, only when asked
            raise OSError("whoever is there hangs up")


def _meet_workers(client: Client, address: str, check_share: float) -> ClusterRunner:
    try:
        client.wait_for_workers(1, timeout=ANSWER_SECONDS)
    except TimeoutError:
        raise InputError(
            f"cluster {address}: it has no workers; start one on each machine with `dask worker {address}`"
        ) from None
    return ClusterRunner(client, check_share)


def _check_address(address: str) -> None:
    """Refuse what is no address of a scheduler."""
    try:
        parts = urlsplit(address)
        is_good = parts.scheme in SCHEMES and parts.hostname and parts.port and not parts.path.strip("/")
    except ValueError:  # a port that is no number
        is_good = False
    if not is_good:
        raise InputError(
            f"cluster: found {address!r}; allowed: the address of a Dask scheduler, as in tcp://scheduler:8786 or, "
            "encrypted, tls://scheduler:8786"
        )


def _wait_until(is_so: Callable[[], bool], seconds: float) -> bool:
    """Wait for something, but not longer than some seconds; returns whether it has come true."""
    deadline = time.monotonic() + seconds
    while not (found := is_so()) and time.monotonic() < deadline:
        time.sleep(WAIT_SECONDS)
    return found
