"""The review database: cases, judgements and their history, behind `ReviewStore`.

Nothing outside this package knows which engine keeps them.
"""
