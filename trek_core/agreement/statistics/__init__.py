"""Statistics of agreement: from a table, ratings or sets to a typed result, whoever the raters are.

Each stands in its own module; `registry` has all of them by name, `results` what they give.
"""
