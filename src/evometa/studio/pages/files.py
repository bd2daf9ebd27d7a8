"""Saving what somebody has made into the folder, and loading what is there: a part of several pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from nicegui import ui

from evometa.studio.folder import FileKind, UserFile, UserFolder
from evometa.studio.pages.parts import PlainButton, field, tell_problems


def tell_saved(file: UserFile) -> None:
    """Say where something was saved, and whether it took the place of what was there."""
    ui.notify(f"saved as {file.reference}{', in place of the old one' if file.is_replaced else ''}")


class SaveForm:
    """A name and a button, where something may be written; `write` gives the text of the file."""

    def __init__(self, folder: UserFolder, kind: FileKind, what: str, write: Callable[[], str], name: str = "") -> None:
        self.folder, self.kind, self.write = folder, kind, write
        if not folder.read_only:
            label = name or f"Name of the {what}"
            self.name = field(ui.input(label), label, "outlined dense maxlength=60")
            PlainButton(f"Save the {what}", f"Save the {what}", self._save)

    def _save(self) -> None:
        """Write the file, and say where."""
        tell_saved(self.folder.write(self.kind, str(self.name.value or "").strip(), self.write()))


class FileForm(SaveForm):
    """The same, and beside it a list of what is there; `load` is given the file that somebody chooses."""

    def __init__(
        self,
        folder: UserFolder,
        kind: FileKind,
        what: str,
        write: Callable[[], str],
        load: Callable[[Path], None],
        name: str = "",
    ) -> None:
        super().__init__(folder, kind, what, write, name)
        self.load = load
        self.files = field(ui.select(self._list(), label=f"Load a {what}"), f"Load a {what}")
        self.files.on_value_change(lambda: tell_problems(self._choose))

    def _save(self) -> None:
        """Write the file, and list it."""
        super()._save()
        self.files.set_options(self._list())

    def _choose(self) -> None:
        if self.files.value is not None:
            path = self.folder.find(str(self.files.value))
            self.files.set_value(None)  # so that it can be loaded again
            self.load(path)

    def _list(self) -> list[str]:
        return [file.reference for file in self.folder.list_files(self.kind)]
