"""Which addresses are asked at all. No test here leaves the machine."""

import asyncio
import ipaddress

import httpcore2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trek_core.probes.page_server import Rerouted, resolver, running_server
from trek_core.probes.addresses import is_number_in_disguise, is_public_address
from trek_core.probes.fetch import FetchLimits, PageFetcher
from trek_core.probes.page_status import UnavailableError

NOT_PUBLIC = [
    "0.0.0.0",  # noqa: S104  an address to refuse, nothing is bound
    "10.1.2.3",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.0.2.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",  # compatible
    "::8.8.8.8",
    "::ffff:127.0.0.1",  # mapped
    "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1",  # translated
    "64:ff9b::127.0.0.1",  # NAT64
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::8.8.8.8",  # NAT64 of a network's own
    "100::1",
    "2001::1",  # Teredo
    "2001:0:7f00:1::",
    "2001:db8::1",
    "2002:7f00:1::",  # 6to4
    "2002:808:808::",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
]
PUBLIC = [
    "8.8.8.8",
    "1.1.1.1",
    "93.184.216.34",
    "172.32.0.1",
    "2606:4700::1111",
    "64:ff9b::808:808",
]

REFUSED_URLS = [
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.0.0.1/",
    "http://0177.0.0.1/",
    "http://0/",
    "http://127.0.0.1./",
    "http://134744072/",  # 8.8.8.8, hidden all the same
    "http://127。0。0。1/",  # other full stops
    "http://①②⑦.0.0.1/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[fe80::1%25eth0]/",
    "http://localhost/",
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/",
    "http://192.168.0.1/",
    "https://user@93.184.216.34/",
    "https://93.184.216.34@127.0.0.1/",
    "https://93.184.216.34\\@127.0.0.1/",
    "http://93.184.216.34:22/",
    "http://93.184.216.34:8080/",
    "http://93.184.216.34:99999/",
    "https://93.184.216.34:0/",
    "file:///etc/passwd",
    "ftp://93.184.216.34/",
    "gopher://93.184.216.34/",
    "data:text/plain,hello",
    "javascript:alert(1)",
    "unix:///var/run/docker.sock",
    "http:///x",
    "//93.184.216.34/",
    "93.184.216.34",
    "http://",
    "http://[::1",
    "http://a\nb/",
    "",
    "not an address",
]


def fetch(url, **options):
    async def run():
        async with PageFetcher(FetchLimits(total_seconds=5), **options) as fetcher:
            return await fetcher.fetch(url)

    return asyncio.run(run())


def status_of(url, **options):
    with pytest.raises(UnavailableError) as caught:
        fetch(url, **options)
    return caught.value.status


class NoNetwork(httpcore2.AsyncNetworkBackend):
    async def connect_tcp(self, host, *_, **__):
        raise AssertionError(f"a connection to {host}")


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_an_address_of_no_public_host_is_known(address):
    assert not is_public_address(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_of_a_public_host_is_known(address):
    assert is_public_address(address)


@given(st.ip_addresses())
def test_nothing_counts_as_public_that_python_knows_not_to_be(address):
    translated = address in ipaddress.ip_network("64:ff9b::/96")
    if is_public_address(str(address)) and not translated:
        assert address.is_global
        assert not address.is_multicast


@given(st.ip_addresses(v=4))
def test_only_four_plain_decimal_numbers_are_an_open_address(address):
    assert not is_number_in_disguise(str(address))
    assert is_number_in_disguise(str(int(address)))
    assert is_number_in_disguise(hex(int(address)))
    assert is_number_in_disguise(f"0{address}.")


@pytest.mark.parametrize("host", ["example.org", "1.example", "0x7f.example.org", "a.b.c1", "x"])
def test_a_name_is_no_number_in_disguise(host):
    assert not is_number_in_disguise(host)


@pytest.mark.parametrize("url", REFUSED_URLS)
def test_an_address_that_is_not_public_is_refused_before_any_connection(url):
    assert status_of(url, network=NoNetwork()) == "refused"


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_a_name_that_leads_to_no_public_address_is_refused(address):
    network = NoNetwork()
    assert (
        status_of("https://a.example/", resolve=resolver([address]), network=network) == "refused"
    )


def test_one_private_address_among_public_ones_is_refused():
    answers = resolver(["93.184.216.34", "10.0.0.1"])
    assert status_of("http://a.example/", resolve=answers, network=NoNetwork()) == "refused"


def test_a_name_without_an_address_is_refused():
    assert status_of("http://a.example/", resolve=resolver([]), network=NoNetwork()) == "refused"


def test_the_connection_goes_to_the_address_that_was_checked():
    with running_server() as server:
        server.serve("/", "hello")
        network = Rerouted(server.server_port)
        # A second look-up would give the loopback address.
        answers = resolver(["93.184.216.34"], ["127.0.0.1"])
        page = fetch("http://a.example/", resolve=answers, network=network)
    assert (page.body, network.connected) == (b"hello", ["93.184.216.34"])


def test_a_name_that_turns_private_between_two_requests_is_refused():
    with running_server() as server:
        server.serve("/", "", 302, Location="/secret")
        server.serve("/secret", "secret")
        network = Rerouted(server.server_port)
        answers = resolver(["93.184.216.34"], ["127.0.0.1"])
        assert status_of("http://a.example/", resolve=answers, network=network) == "refused"
        assert (server.asked, network.connected) == (["/"], ["93.184.216.34"])


# "http://" alone leads back to the first page.
REDIRECT_TARGETS = [u for u in REFUSED_URLS if "://" in u and u.isprintable() and u != "http://"]


@pytest.mark.parametrize("target", REDIRECT_TARGETS)
def test_a_redirect_to_an_address_that_is_not_public_is_refused(target):
    with running_server() as server:
        server.serve("/", "", 302, Location=target.encode("utf-8").decode("latin-1"))
        network = Rerouted(server.server_port)
        answers = resolver(["93.184.216.34"], ["127.0.0.1"])
        options = {"resolve": answers, "network": network}
        assert status_of("http://a.example/", **options) == "refused"
        assert (server.asked, network.connected) == (["/"], ["93.184.216.34"])


def test_the_second_address_is_tried_where_the_first_does_not_answer():
    class FirstFails(Rerouted):
        async def connect_tcp(self, host, port, *options, **more):
            if host == "93.184.216.34":
                raise httpcore2.ConnectError("nobody there")
            return await super().connect_tcp(host, port, *options, **more)

    with running_server() as server:
        server.serve("/", "hello")
        network = FirstFails(server.server_port)
        answers = resolver(["93.184.216.34", "8.8.8.8"])
        assert fetch("http://a.example/", resolve=answers, network=network).body == b"hello"


def test_an_allowed_server_is_reached_and_no_other_port_of_its_host():
    with running_server() as server, running_server() as other:
        url = server.serve("/", "hello")
        assert fetch(url, allow=server.allow).body == b"hello"
        assert status_of(other.serve("/", "other"), allow=server.allow) == "refused"
        assert status_of("http://127.0.0.1/", allow=server.allow, network=NoNetwork()) == "refused"
        assert other.asked == []


def test_no_proxy_is_taken_from_the_environment(monkeypatch):
    with running_server() as server, running_server() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url(""))
        assert fetch(server.serve("/", "hello"), allow=server.allow).body == b"hello"
        assert proxy.asked == []


def test_a_host_that_does_not_exist_is_not_found():
    assert status_of("http://no-such-host.invalid/") == "not_found"


def test_a_host_name_that_cannot_be_looked_up_is_refused():
    assert status_of(f"http://{'a' * 64}.example/") == "refused"
