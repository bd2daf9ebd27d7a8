"""A worker of a Dask cluster, as an executor: it says who it is and compiles before it is trusted with games."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from typing import TYPE_CHECKING, Any

from evometa.input.errors import InputError
from evometa.matches.remote.workers import IDENTITY, prepare, refuse

if TYPE_CHECKING:
    from distributed import Client

# Found by Python's own means, so that a worker without evometa can say so.
WHO = "evometa.matches.remote.workers:IDENTITY"


class Member(Executor):
    """A worker. Nobody else gets what it is given, so it is known who has answered what."""

    def __init__(self, client: Client, address: str, n_threads: int) -> None:
        self.address, self.n_threads = address, n_threads
        self.is_known = False  # whether it has the code that it should have
        self.is_ready = False  # whether it has compiled, and may play
        self.is_slow = False  # whether something is overdue there: it gets no more until it answers
        self._executor = client.get_executor(pure=False, workers=[address])
        self._at_hand: set[Future[Any]] = set()
        self._task = self.submit(pkgutil.resolve_name, WHO)  # what it does before it is ready

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
            self.is_known, self._task = False, self.submit(pkgutil.resolve_name, WHO)
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
