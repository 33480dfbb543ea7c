"""Cases for a run of probes, and waiting for its end."""

import time
from io import BytesIO

from trek_core.jsonl import write_jsonl


def import_records(store, *records):
    file = BytesIO()
    write_jsonl(file, records)
    file.seek(0)
    assert store.import_file(file, "cases.jsonl").rejections == []


def wait_for_end(store, run_id=1):
    deadline = time.monotonic() + 20
    while (run := store.load_probe_run(run_id)).state == "running":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return run


def table_of(page):
    return page.dataframe[0].value
