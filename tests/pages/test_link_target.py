"""A URL of a case becomes a link only where the host it goes to can be seen."""

import pytest

from pages.parts.untrusted import show_link


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://good.example/a?b#c", None),
        ("HTTPS://Good.example:8443/", None),
        ("https://xn--pple-43d.com/", None),
        ("https://[::1]/", None),
        ("http://127.0.0.1/", None),
        ("https://good.example./@evil", None),
        ("https://good.example/а", None),
        ("https://\u0430pple.com/login", "xn--pple-43d.com"),
        ("https://b\u00fccher.example/", "xn--bcher-kva.example"),
        ("https://\u4f8b\u3048.jp/", "xn--r8jz45g.jp"),
        ("https://good.example@evil.example/x", "evil.example"),
        ("https://good.example%2f@evil.example/", "evil.example"),
        ("https://good.example:443@evil.example/", "evil.example"),
    ],
)
def test_a_link_shows_its_host_and_names_it_where_the_url_would_mislead(url, said):
    shown = str(show_link(url))
    assert f'href="{url}"' in shown
    assert shown.partition("</a>")[2] == (
        f' <span class="mark warn">goes to {said}</span>' if said else ""
    )


@pytest.mark.parametrize(
    "url",
    [
        "", "not a url", "javascript:x", "ftp://x.example/", "//evil.example/",
        "https:evil.example",
        "https://", "https://evil.example\u2024good.example/",
        "https://evil.example\uff0fgood.example/",
        "https://good.example\\@evil.example/", "https://good.example%2eevil.example/",
        "https://a..b.example/", "https://x.example:port/", "https://[x]/", "http://2130706433/",
        "http://0x7f.1/", "https://fa\u00df.example/", "https://good.example\u200b.evil.example/",
        f"https://{'a' * 64}.example/", f"https://{'a.' * 127}example/", "https://a b.example/",
        "https://good.example/\u202egpj.exe", "https://'x.example/",
    ],
)  # fmt: skip
def test_what_cannot_be_an_address_or_hides_its_host_is_no_link(url):
    assert str(show_link(url)).startswith('<span class="url">')
