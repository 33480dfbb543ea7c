"""Running a search-augmented system over a dataset, and recording what it did (B.3).

templates, questions  the prompt files, and a question as it is asked and as the case it becomes
systems              the kinds of system there are, and one made ready from the settings
attempt, tally       one question under way: the trajectory so far, and what it has used
model_calls          asking a model once, its use counted
single_call          a system of one call: native web search, or none
tool_loop            a system that calls web_search and open_url, round after round
tools, tool_messages  what the model is offered, and what it is told back
search, search_site  the one search protocol, and HTTP to a service
tavily, duckduckgo, model_proxy  who searches
records              a question with what came of it, as a case
answer_file          the file of answers: appended to, on the disk, taken up again
run                  many questions at once, within a budget
"""
