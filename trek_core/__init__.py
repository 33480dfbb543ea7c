"""The domain of TrekTrace reviews: cases, attribution, checklist, agreement.

Nothing here knows a screen, a database or a network.
"""
