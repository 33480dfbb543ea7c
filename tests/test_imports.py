"""What may import what, where the import contract in pyproject.toml cannot look."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
# Only what runs a probe loads these, when it does.
NETWORK = {"openai", "httpx2", "trafilatura", "pypdfium2"}


@pytest.mark.parametrize(
    ("file", "allowed"),
    [
        ("app.py", {"streamlit", "pages", "trek_core"}),
        ("asgi.py", {"streamlit", "starlette", "altair", "pandas", "statsmodels", "pages"}),
    ],
)
def test_the_entry_files_import_only_what_they_are_for(file: str, allowed: set[str]):
    tree = ast.parse((CHECKOUT / file).read_text(encoding="utf-8"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import)
                for name in node.names}  # fmt: skip
    imported |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    outside = {name.partition(".")[0] for name in imported} - sys.stdlib_module_names
    assert outside <= allowed


@pytest.mark.parametrize(
    ("package", "forbidden"),
    [
        ("trek_core", {"streamlit", "sqlite_utils", *NETWORK}),
        ("review_db", {"streamlit", *NETWORK}),
        ("pages", {"openai"}),
    ],
)
def test_importing_a_whole_package_loads_nothing_it_must_not_know(
    package: str, forbidden: set[str]
):
    code = (
        f"import importlib, pkgutil, sys, {package} as package\n"
        "for module in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        "    if not module.name.endswith('__main__'):  # runs the command\n"
        "        importlib.import_module(module.name)\n"
        "print(*sys.modules)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    assert not forbidden & set(result.stdout.split())
