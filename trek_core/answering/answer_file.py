"""The file of answers: each on the disk before the next counts, taken up again where it ends.

Nothing in it is changed but for errors: a question that came to none is asked again, and what it
comes to takes the place of the error.
"""

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import BinaryIO

from trek_core.answering.records import find_error, find_spent
from trek_core.cases import Case
from trek_core.errors import TrekError
from trek_core.jsonl import Rejected, record_to_json, write_lines
from trek_core.jsonl.reader import read_jsonl
from trek_core.probes.budget import Spending
from trek_core.records import Record


class AnswerFile:
    """One file of answers for one system and dataset; `with` opens and closes it.

    `answered` are the ids that it holds answers of; `errors` the records without one, by id, which
    leave the file when it is opened and come back at its end where nothing took their place.
    `spent` is what the records of both say they used, `largest` the most that one of them did.
    """

    def __init__(self, path: Path, cases: Iterable[Case], dataset: Path, prompt: str) -> None:
        self.path = path
        self.answered: set[str] = set()
        self.errors: dict[str, Record] = {}
        self.spent = self.largest = Spending()
        self._whole_lines = 0
        self._size = 0
        self._file: BinaryIO | None = None
        if path.suffix == ".gz":
            raise TrekError(f"{path} cannot be added to: give --out a name without .gz.")
        if path.exists():
            self._load({case.case_id: case for case in cases}, dataset, prompt)

    def __enter__(self) -> "AnswerFile":
        try:
            self._settle_lines()
            self._file = self.path.open("ab", buffering=0)
            self._size = self._file.seek(0, os.SEEK_END)
        except OSError as error:
            raise self._unwritable(error) from None
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is None:
            return
        try:
            for record in list(self.errors.values()):
                self.add(record)
        finally:
            self._file.close()

    def add(self, record: Record) -> None:
        """Append a record; it is on the disk when this returns. Raises `TrekError` else."""
        if self._file is None:
            raise RuntimeError("an answer file is used with `with`")
        line = json.dumps(record_to_json(record, None), ensure_ascii=False, allow_nan=False)
        content = line.encode("utf-8", "replace") + b"\n"
        try:
            if self._file.seek(0, os.SEEK_END) != self._size:
                raise TrekError(
                    f"{self.path} is being written by another program: stop that one, then run "
                    "this again."
                )
            written = 0
            while written < len(content):
                written += self._file.write(content[written:])
            os.fsync(self._file.fileno())
        except OSError as error:
            # Half a line would stand between the answers.
            self._file.truncate(self._size)
            raise self._unwritable(error) from None
        self._size += len(content)
        case = record.case
        self.errors.pop(case.case_id, None)
        if find_error(case) is None:
            self.answered.add(case.case_id)

    def _load(self, expected: Mapping[str, Case], dataset: Path, prompt: str) -> None:
        rejected: Rejected | None = None
        try:
            for entry in read_jsonl(self.path, name=str(self.path)):
                if rejected:
                    break
                if isinstance(entry, Rejected):
                    rejected = entry
                    continue
                self._check(entry.record.case, expected, dataset, prompt)
                self._whole_lines = entry.line
                self._take(entry.record)
            # A last line that was cut off is what a run leaves that was killed.
            if rejected and (entry is not rejected or self._ends_whole()):
                raise TrekError(f"{rejected}: mend that line, or choose another --out.")
        except OSError as error:
            raise TrekError(f"{self.path} cannot be read: {error.strerror or error}.") from None

    def _take(self, record: Record) -> None:
        case_id = record.case.case_id
        used = find_spent(record.case)
        self.spent, self.largest = self.spent + used, self.largest.most(used)
        if find_error(record.case) is None:
            self.answered.add(case_id)
        else:
            self.errors[case_id] = record

    def _check(self, case: Case, expected: Mapping[str, Case], dataset: Path, prompt: str) -> None:
        """Raise `TrekError` for a case that this run would not write."""
        ours = expected.get(case.case_id)
        example = next(iter(expected.values()), None)
        problem = None
        if example and case.dataset != example.dataset:
            problem = f"holds answers to {case.dataset or 'no dataset'}, not to {dataset}"
        elif example and case.system != example.system:
            name = case.system.name if case.system else "no system"
            ours_name = example.system.name if example.system else ""
            problem = f"holds answers of {name}, and this run asks {ours_name}"
        elif ours is None or ours.question != case.question:
            problem = f"holds an answer to a question that {dataset} has not: {case.case_id}"
        elif _prompt_of(case) != prompt:
            problem = "holds answers to another prompt"
        if problem:
            raise TrekError(f"{self.path} {problem}: choose another --out.")

    def _settle_lines(self) -> None:
        """Leave whole lines with answers alone in the file."""
        if not self.path.exists():
            return
        if self.errors:
            kept = (
                line for line in _load_lines(self.path, self._whole_lines)
                if line.get("case_id") in self.answered
            )  # fmt: skip
            write_lines(self.path, kept)
            return
        with self.path.open("r+b") as file:
            for _ in range(self._whole_lines):
                line = file.readline()
            if self._whole_lines and not line.endswith(b"\n"):
                file.write(b"\n")
            file.truncate()
            os.fsync(file.fileno())

    def _ends_whole(self) -> bool:
        with self.path.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read() == b"\n"

    def _unwritable(self, error: OSError) -> TrekError:
        return TrekError(f"{self.path} cannot be written: {error.strerror or error}.")


def _load_lines(path: Path, count: int) -> Iterable[Mapping[str, object]]:
    with path.open("rb") as file:
        for _ in range(count):
            line = file.readline()
            if line.strip():
                yield json.loads(line.decode("utf-8-sig"))


def _prompt_of(case: Case) -> object:
    told = (case.model_extra or {}).get("answering")
    return told.get("prompt_sha256") if isinstance(told, dict) else None
