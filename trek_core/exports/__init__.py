"""What people concluded as plain JSON lines, for other programs.

conclusions   what each case comes to, people's labels first; and corrections of references
"""

from trek_core.exports.conclusions import (
    CORRECTION_FIELDS,
    REVIEWED_FIELDS,
    build_corrections,
    build_reviewed,
)

__all__ = ["CORRECTION_FIELDS", "REVIEWED_FIELDS", "build_corrections", "build_reviewed"]
