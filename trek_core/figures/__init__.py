"""Figures over many cases: pure functions from narrow rows to marks, each with its cases.

cases              one case as figures read it; `facts.py` is what is taken from its record
sources            whose labels: TrekTrace's as recorded, or what people concluded
marks              what a figure is made of: a value, and exactly the cases behind it
label_shares, labels_together, accuracy, search_effort, domains, page_ages, distraction,
annotation_errors, costs: one figure each
"""
