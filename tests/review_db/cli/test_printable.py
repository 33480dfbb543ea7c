from review_db.cli.printable import make_printable


def test_a_name_from_a_file_cannot_steer_the_terminal():
    assert (
        make_printable("A\x1b[2Jda\ud83d")
        == "A\N{REPLACEMENT CHARACTER}[2Jda\N{REPLACEMENT CHARACTER}"
    )
