"""The studio's token: in the address that is printed, then in a cookie, and never in what is passed on."""

from __future__ import annotations

import json
import ssl
import stat
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page
from starlette.testclient import TestClient

from beeline.interfaces.studio.app import create_app
from beeline.interfaces.studio.token import Token, own_token, without_token
from tests.interfaces.studio.raw_client import websocket
from tests.interfaces.studio.studio_page import StudioPage, at, studio_server
from tests.interfaces.studio.test_serve import refused

BASE = "http://127.0.0.1:8411"
SECRET = "a-secret-of-the-tests"


@pytest.fixture
def client() -> Iterator[TestClient]:
    app = create_app(token=Token(SECRET))
    with TestClient(app, base_url=BASE, follow_redirects=False) as client:
        yield client


@pytest.mark.parametrize(
    "path", ["/", "/js/api.js", "/api/info", "/api/runs", "/openapi.json", "/?token=wrong"]
)
def test_nothing_is_told_without_the_token(client: TestClient, path: str) -> None:
    for headers in (
        {},
        {"authorization": "Bearer wrong"},
        {"cookie": "beeline-8411=wrong"},
        {"cookie": ";=,\x7f"},
    ):
        answer = client.get(path, headers=headers)
        assert answer.status_code == 401
        assert "open the address that `beeline serve` printed" in answer.json()["error"]
    assert client.post("/api/position", json={}).status_code == 401


def test_the_address_with_the_token_gives_a_cookie_and_loses_the_token(client: TestClient) -> None:
    answer = client.get(f"/?token={SECRET}&theme=dark")
    assert (answer.status_code, answer.headers["location"]) == (303, "/?theme=dark")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"beeline-8411={SECRET}; ")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert client.get("/").status_code == 200
    assert client.post("/api/position", json={}).status_code == 200


def test_programs_send_the_token_in_a_header_or_in_the_address(client: TestClient) -> None:
    assert client.get("/api/info", headers={"authorization": f"Bearer {SECRET}"}).status_code == 200
    assert client.get(f"/api/info?token={SECRET}").status_code == 200


def test_the_token_lets_no_other_site_in(client: TestClient) -> None:
    headers = {"cookie": f"beeline-8411={SECRET}", "origin": "http://evil.example"}
    assert client.post("/api/position", json={}, headers=headers).status_code == 403


def test_a_websocket_needs_the_token() -> None:
    with studio_server() as server:
        with websocket(server.address):
            pass
        with pytest.raises(ConnectionError, match="403"):
            websocket(server.address.partition("?")[0])


def test_a_page_keeps_the_token_to_itself(page: Page) -> None:
    with studio_server() as server:
        studio = StudioPage(page, server.address).open("#7,d4")
        assert "token" in server.address
        assert page.url == f"http://127.0.0.1:{server.port}/#7,d4"
        assert page.evaluate("document.cookie") == ""
        page.reload()
        assert studio.state()["moves"] == ["d4"]


def test_the_token_is_the_same_next_time_and_its_users_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    token = own_token()
    assert own_token() == token
    (kept,) = (tmp_path / "state" / "beeline").iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    kept.write_text("short")
    assert own_token() not in ("short", token)
    monkeypatch.setenv("XDG_STATE_HOME", "/proc/nowhere")
    assert own_token() != own_token()


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_studio_on_the_network_has_a_token(host: str) -> None:
    assert "needs a token" in refused("--host", host, "--token", "")


def test_a_studio_on_the_loopback_may_do_without() -> None:
    with studio_server("--token", "") as server:
        assert server.address == f"http://127.0.0.1:{server.port}/"
        with urllib.request.urlopen(at(server.address, "/api/queue"), timeout=10) as answer:
            assert answer.status == 200


def test_a_token_that_can_be_guessed_is_refused() -> None:
    assert "16 to 200" in refused("--token", "short")


@pytest.mark.parametrize(
    ("query", "shown"), [("token=x", ""), ("a=1&token=x&b=", "a=1&b="), ("", ""), ("tokens=1", "tokens=1")]
)
def test_an_address_is_shown_without_its_token(query: str, shown: str) -> None:
    assert without_token(query) == shown


# TLS


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("tls")
    files = folder / "certificate.pem", folder / "key.pem"
    name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *name]
    subprocess.run([*command, "-out", files[0], "-keyout", files[1]], check=True, capture_output=True)
    return files


def test_a_studio_is_served_by_tls(certificate: tuple[Path, Path]) -> None:
    public, key = certificate
    with studio_server("--tls-certificate", public, "--tls-key", key) as server:
        assert server.address.startswith("https://127.0.0.1:")
        trusting = ssl.create_default_context(cafile=str(public))
        with urllib.request.urlopen(at(server.address, "/api/queue"), timeout=10, context=trusting) as answer:
            assert "places" in json.load(answer)
        request = urllib.request.Request(server.address)
        opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=trusting), _Stay())
        with pytest.raises(urllib.error.HTTPError) as redirected:
            opener.open(request, timeout=10)
        assert "; Secure" in redirected.value.headers["set-cookie"]
        redirected.value.close()


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def test_a_certificate_that_is_none_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "none.pem").write_text("nothing")
    assert "is no certificate" in refused("--tls-certificate", str(tmp_path / "none.pem"))
    assert "is no certificate" in refused("--tls-certificate", str(tmp_path / "missing.pem"))
    assert "--tls-certificate" in refused("--tls-key", str(tmp_path / "none.pem"))
