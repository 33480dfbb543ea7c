"""The parts of the Compare page: cases of one question, and two systems or datasets."""
