"""Games on a Dask cluster: a scheduler that knows workers on any number of machines.

Workers may come and go while games are played. Each of them is asked who it is before it is trusted with games, and
gets ready (compiles) before chunks come. The scheduler gives the chunks of a lost worker to others.
"""

from __future__ import annotations

import pkgutil
import socket
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from evometa.engine.code_cache import announce_compiling
from evometa.input.errors import InputError
from evometa.matches.executors import ExecutorRunner
from evometa.matches.parcels import Parcel
from evometa.matches.runners import Collect, Games
from evometa.matches.schedule import Chunk
from evometa.matches.workers import IDENTITY, is_compiled, prepare, refuse

if TYPE_CHECKING:
    from distributed import Client

ANSWER_SECONDS = 10.0  # in which a scheduler has to answer, or to come back
LOOK_SECONDS = 2.0  # from one look at who is there to the next
WAIT_SECONDS = 0.1  # from one look to the next when there is nothing else to do
LONELY_SECONDS = 60.0  # without any worker, after which a cluster is taken for gone
SCHEMES = ("tcp", "tls")
WHO = "evometa.matches.workers:IDENTITY"  # is found by Python's own means, so that a worker without evometa can say so


class ClusterError(InputError):
    """A cluster that went away while it played."""


class ClusterRunner(ExecutorRunner):
    """Plays games on the workers of a Dask cluster, through a client of it. The client is closed by `close`."""

    def __init__(self, client: Client) -> None:
        super().__init__(client.get_executor(pure=False), 1)
        self.client, self.address = client, str(client.scheduler.address)
        self._threads: dict[str, int] = {}  # of each worker, by its address
        self._known: set[str] = set()  # the addresses of workers that may play
        self._ready: set[str] = set()  # those that have compiled
        self._next_look = 0.0
        self._lonely_since: float | None = None
        self._sent: tuple[str, Any] | None = None  # the key of a parcel, and the parcel as Dask knows it
        self.look()

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Play all chunks, as `Runner` says. Raises `ClusterError` if the cluster goes away."""
        self.look()
        self._prepare()
        super().run(games, chunks, collect)

    def close(self) -> None:
        """Leave the cluster, which stays as it is."""
        self._sent = None
        self.client.close()

    # --- what is told and asked while chunks are played ---

    def count_slots(self) -> int:
        return sum(self._threads.values())

    def open(self) -> Executor:
        if time.monotonic() > self._next_look:
            self.look()
        return super().open()

    def check(self) -> None:
        self.look()

    def send(self, parcel: Parcel) -> Any:
        """The parcel on every worker that there is; others will get it from them."""
        if self._sent is None or self._sent[0] != parcel.key or self._sent[1].status != "finished":
            with self._explaining():
                self._sent = parcel.key, self.client.scatter(parcel, broadcast=True, hash=False)
        return self._sent[1]

    def is_loss(self, error: BaseException) -> bool:
        """Of one worker too often for the scheduler, or of the scheduler itself, which leaves cancelled futures."""
        from distributed import KilledWorker

        return isinstance(error, KilledWorker | CancelledError)

    def replace(self, broken: Executor, error: BaseException) -> None:
        """Wait for a scheduler that may come back, and for a worker if there is none left."""
        deadline = time.monotonic() + ANSWER_SECONDS
        while self.client.status != "running":
            if self.client.status == "closed" or time.monotonic() > deadline:
                raise self._lost("its scheduler does not answer any more")
            time.sleep(WAIT_SECONDS)
        self.look()
        while not self._threads:
            time.sleep(WAIT_SECONDS)
            self.look()

    # --- who is there ---

    def look(self) -> None:
        """See which workers there are, and ask the new ones who they are."""
        with self._explaining():
            self._threads = dict(self.client.nthreads())
            self._ask(self._threads.keys() - self._known)
        self._next_look = time.monotonic() + LOOK_SECONDS
        self._miss_workers()

    def _miss_workers(self) -> None:
        """Raise an error if there has been nobody for long: new workers may be on their way."""
        now = time.monotonic()
        self._lonely_since = None if self._threads else self._lonely_since or now
        if self._lonely_since is not None and now - self._lonely_since > LONELY_SECONDS:
            raise self._lost(f"it has had no workers for {LONELY_SECONDS:.0f} seconds")

    def _ask(self, new: Iterable[str]) -> None:
        """Refuse workers that cannot play these games; one that is gone again meanwhile does no harm."""
        workers = sorted(new)
        answers = self.client.run(pkgutil.resolve_name, WHO, workers=workers, on_error="return") if workers else {}
        for address, answer in answers.items():
            if isinstance(answer, ImportError | AttributeError):
                raise InputError(
                    f"worker {address}: it has no evometa, or an old one ({answer}); "
                    f"install evometa {IDENTITY['evometa']} there, and start the worker again"
                )
            if not isinstance(answer, dict):
                continue
            if answer != IDENTITY:
                raise refuse(address, answer, IDENTITY)
            self._known.add(address)

    def _prepare(self) -> None:
        """Have all workers compile that have not yet, and wait for them."""
        workers = sorted(self._threads.keys() & self._known - self._ready)
        with self._explaining():
            if workers and not all(self.client.run(is_compiled, workers=workers, on_error="ignore").values()):
                announce_compiling(True)
            tasks = {each: self.client.submit(prepare, workers=[each], pure=False) for each in workers}
            while any(not task.done() and each in self._threads for each, task in tasks.items()):
                time.sleep(WAIT_SECONDS)
                self._threads = dict(self.client.nthreads())
        for address, task in tasks.items():
            if task.status == "error":
                raise InputError(f"worker {address}: the rules could not be compiled there: {task.exception()}")
        self._ready.update(workers)

    # --- what goes wrong ---

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        """Say of a cluster that does not answer that it is lost."""
        try:
            yield
        except (OSError, CancelledError, RuntimeError, ValueError) as error:  # what Dask raises then, says its source
            raise self._lost(f"it does not answer any more ({type(error).__name__}: {error})") from error

    def _lost(self, reason: str) -> ClusterError:
        return ClusterError(
            f"cluster {self.address}: {reason}; look after its scheduler and its workers, and try again"
        )


# --- from an address ------------------------------------------------------------------------------


def connect_cluster(address: str) -> ClusterRunner:
    """A runner for the cluster whose scheduler has an address, as in `tcp://scheduler:8786`."""
    check_address(address)
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
        raise InputError(
            f"cluster {address}: no scheduler answers there ({_first_line(error)}); start one with `dask scheduler`, "
            "which says its address, or look whether a firewall is in the way"
        ) from None
    try:
        return _meet_workers(client, address)
    except BaseException:
        client.close()
        raise


def _knock(address: str) -> None:
    """Raise an `OSError` if nobody is at home: Dask would wait for ever for one who opens and says nothing."""
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), ANSWER_SECONDS) as connection:
        if parts.scheme == "tcp" and not connection.recv(1):  # a scheduler says hello; if encrypted, only when asked
            raise OSError("whoever is there hangs up")


def _meet_workers(client: Client, address: str) -> ClusterRunner:
    try:
        client.wait_for_workers(1, timeout=ANSWER_SECONDS)
    except TimeoutError:
        raise InputError(
            f"cluster {address}: it has no workers; start one on each machine with `dask worker {address}`"
        ) from None
    return ClusterRunner(client)


def check_address(address: str) -> None:
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


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]
