"""All that the app has loaded once it has shown a page, for the process test servers come from."""

import gc
import pkgutil
from importlib import import_module

import streamlit.web.cli  # noqa: F401
from streamlit.logger import set_log_level

import pages

_LIBRARIES = ("altair", "statsmodels.stats.inter_rater", "statsmodels.stats.proportion", "asgi")

set_log_level("error")  # that no server runs yet is no news here
for name in (*_LIBRARIES, *(page.name for page in pkgutil.iter_modules(pages.__path__, "pages."))):
    import_module(name)
set_log_level("info")
gc.collect()
gc.freeze()
