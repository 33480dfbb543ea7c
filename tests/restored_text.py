"""Text of a CSV file as it was before it was kept from running in a spreadsheet."""

import re

from trek_core.exports.formula_text import FORMULA_STARTS

_PROTECTED = re.compile(rf"'(?='*[{re.escape(FORMULA_STARTS)}])")


def restore_text(text):
    """Take away the apostrophe that `protect_text` put in front, if it did."""
    return text[1:] if _PROTECTED.match(text) else text
