"""Games on a Dask cluster: a scheduler that knows workers on any number of machines.

Workers may come and go while games are played, and may fall silent. Each of them is asked who it is before it is
trusted with games, and gets ready (compiles) before chunks come. What a lost or silent worker had at hand, others play.
"""

from __future__ import annotations

import math
import pkgutil
import socket
import time
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import CancelledError, Executor, Future
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from evometa.games.compiled.code_cache import announce_compiling
from evometa.input.errors import InputError
from evometa.matches.remote.answers import ClusterError
from evometa.matches.remote.executors import ExecutorRunner
from evometa.matches.remote.workers import IDENTITY, prepare, refuse
from evometa.matches.runners import Collect, Games
from evometa.matches.schedule import Chunk

if TYPE_CHECKING:
    from distributed import Client

ANSWER_SECONDS = 10.0  # in which a scheduler has to answer, or to come back, and workers should
WAIT_SECONDS = 0.1  # from one look to the next when there is nothing else to do
LONELY_SECONDS = 60.0  # without any worker, after which a cluster is taken for gone
_SCHEMES = ("tcp", "tls")
# Found by Python's own means, so that a worker without evometa can say so.
_WHO = "evometa.matches.remote.workers:IDENTITY"


class _Member(Executor):
    """A worker. Nobody else gets what it is given, so it is known who has answered what."""

    def __init__(self, client: Client, address: str, n_threads: int) -> None:
        self.address, self.n_threads = address, n_threads
        self.is_known = False  # whether it has the code that it should have
        self.is_ready = False  # whether it has compiled, and may play
        self.is_slow = False  # whether something is overdue there: it gets no more until it answers
        self._executor = client.get_executor(pure=False, workers=[address])
        self._at_hand: set[Future[Any]] = set()
        self._task = self.submit(pkgutil.resolve_name, _WHO)  # what it does before it is ready

    def __str__(self) -> str:
        return f"worker {self.address}"

    @property
    def load(self) -> float:
        """How much it has to do for each thread."""
        return len(self._at_hand) / self.n_threads

    def submit(self, task: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Have this worker do something."""
        future: Future[Any] = self._executor.submit(task, *arguments, **named)
        self._at_hand.add(future)
        future.add_done_callback(self._finish)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take back what the worker has not done, because it is gone."""
        for future in tuple(self._at_hand):
            future.cancel()

    def _finish(self, future: Future[Any]) -> None:
        self._at_hand.discard(future)
        self.is_slow = self.is_slow and future.cancelled()

    def get_on(self) -> None:
        """See to it that the worker gets ready; raise an `InputError` if it cannot play these games."""
        if self.is_ready or not self._task.done():
            return
        error = CancelledError() if self._task.cancelled() else self._task.exception()
        if error is not None and is_loss(error):  # who it is now is to be seen
            self.is_known, self._task = False, self.submit(pkgutil.resolve_name, _WHO)
        elif self.is_known:
            if error is not None:
                raise InputError(f"{self}: the rules could not be compiled there: {error}")
            self.is_ready = True
        else:
            self._check_identity(error)

    def _check_identity(self, error: BaseException | None) -> None:
        found = self._task.result() if error is None else error
        if not isinstance(found, dict):
            raise InputError(
                f"{self}: it has no evometa, or an old one ({found}); install evometa {IDENTITY['evometa']} there, and "
                "start the worker again"
            )
        if found != IDENTITY:
            raise refuse(self.address, found, IDENTITY)
        self.is_known, self._task = True, self.submit(prepare)


def is_loss(error: BaseException) -> bool:
    """Whether an error is that of a worker that was lost, or of a scheduler, which leaves cancelled futures."""
    from distributed import KilledWorker

    return isinstance(error, KilledWorker | CancelledError)


class ClusterRunner(ExecutorRunner):
    """Plays games on the workers of a Dask cluster, through a client of it. The client is closed by `close`.

    `check_share` of the chunks are played by two workers, whose answers are compared.
    """

    def __init__(self, client: Client, check_share: float = 0.0) -> None:
        super().__init__(client.get_executor(pure=False), 1)
        self.client, self.address, self.check_share = client, str(client.scheduler.address), check_share
        self._members: dict[str, _Member] = {}  # all workers, by their address
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
        cast(_Member, slow).is_slow = True

    def describe(self, executor: Executor) -> str:
        return str(executor)

    # --- who is there ---

    def look(self) -> None:
        """See which workers there are, and have the new ones get ready."""
        there = self._count_threads()
        before, client = self._members, self.client
        self._members = {each: before.get(each) or _Member(client, each, there[each]) for each in there}
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

    def _find_late(self) -> list[_Member]:
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
        is_good = parts.scheme in _SCHEMES and parts.hostname and parts.port and not parts.path.strip("/")
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
