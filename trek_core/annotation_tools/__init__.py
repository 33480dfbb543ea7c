"""The checklist in other programs: tasks for Label Studio and Argilla, and annotations back.

questions      the checklist's fields as questions, and what is shown of a case beside them
tasks          one case in one round: what is shown, TrekTrace's suggestions, people's answers
task_keys      what a task says of itself, so that its annotations find their judgements again
label_studio   tasks and the labeling configuration
argilla        records and settings, as a dataset that was saved to a disk
annotations    what either program exports, row by row as from an edited workbook
"""
