"""What every test shares."""

from hypothesis import settings

# A slow or busy machine is no fault: examples are never timed. The same code gets the same
# examples, so that a run says something of a change and nothing of chance.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")
