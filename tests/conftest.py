"""What every test shares."""

from hypothesis import settings

# A slow or busy machine is no fault: examples are never timed.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
