"""Who is compared with whom: TrekTrace and people, people among themselves, over rounds and time.

`material` is what was handed in, `population` and `pairing` say which cases count and why others do
not, `report` holds the comparisons, and `sections` everything that the Agreement page shows.
"""
