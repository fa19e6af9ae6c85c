"""Secrets are recognised; what only looks like one is kept. No token here is a real one."""

import base64
import random
import socket
import string
import textwrap

import pytest

from codebase_lsp.engine.files.secrets import secret_by_name, secret_in_text


def made_up(length: int, alphabet: str = string.ascii_letters + string.digits) -> str:
    return "".join(random.Random(length).choices(alphabet, k=length))


def key_body(start: bytes = b"\x30\x82", size: int = 600) -> str:
    packed = base64.b64encode(start + random.Random(7).randbytes(size)).decode()
    return "\n".join(textwrap.wrap(packed, 64))


def armour(kind: str, body: str) -> str:
    return f"-----BEGIN {kind}-----\n{body}\n-----END {kind}-----\n"


@pytest.mark.parametrize(
    "path",
    [
        ".env",
        "a/.env.production",
        "id_rsa",
        "x/id_ed25519",
        "a.pem",
        "tls.KEY",
        "s.p12",
        "a.jks",
        ".netrc",
        ".git-credentials",
        "home/.aws/credentials",
        ".kube/config",
        "terraform.tfstate",
        ".pypirc",
    ],
)
def test_secret_names(path: str) -> None:
    assert secret_by_name(path)


@pytest.mark.parametrize(
    "path",
    [
        ".env.example",
        ".env.local.sample",
        "env.py",
        "id_rsa.pub",
        "keys.py",
        "pem.go",
        "config",
        ".npmrc",
        "a.envrc",
        "src/credentials",
        "credentials.py",
        "key",
        "kubeconfig.go",
    ],
)
def test_harmless_names(path: str) -> None:
    assert secret_by_name(path) is None
    assert secret_by_name(path, "registry=https://registry.example.org/\n_authToken=${NPM_TOKEN}\n") is None


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (".npmrc", "//registry.example.org/:_authToken=" + made_up(36)),
        ("x/credentials", "[default]\naws_secret_access_key = " + made_up(40)),
        ("pip.conf", "[global]\nindex-url = https://me:" + made_up(12) + "@pypi.example.org/simple"),
    ],
)
def test_configuration_with_authentication(path: str, text: str) -> None:
    assert secret_by_name(path, text)


TOKENS = {
    "aws": "AKIA" + made_up(16, string.ascii_uppercase + string.digits),
    "github": "ghp_" + made_up(36),
    "github fine-grained": "github_pat_" + made_up(22) + "_" + made_up(59),
    "gitlab": "glpat-" + made_up(20),
    "slack": "xoxb-" + "-".join(["827364518273", "918273645182", made_up(24)]),
    "stripe": "sk_live_" + made_up(24),
    "openai": "sk-" + made_up(20) + "T3BlbkFJ" + made_up(21)[:20],
    "pypi": "pypi-AgEIcHlwaS5vcmc" + made_up(90),
    "sendgrid": "SG." + made_up(22) + "." + made_up(43),
    "azure": "AccountKey=" + made_up(86) + "==",
}


@pytest.mark.parametrize("kind", TOKENS)
def test_tokens_in_code(kind: str) -> None:
    assert secret_in_text(f'client = connect("{TOKENS[kind]}")\n')


@pytest.mark.parametrize(
    "text",
    [
        "AKIA" + "IOSFODNN7EXAMPLE",
        "ghp_" + "x" * 36,
        "ghp_" + "1234567890" * 3 + "123456",
        "sk_live_" + "0" * 24,
        "xoxb-" + "your-token-here",
        "pattern = r'AKIA[0-9A-Z]{16}'",
        "data = '" + made_up(50) + "AKIA" + made_up(16, string.ascii_uppercase) + made_up(50) + "'",
        "if line.startswith('-----BEGIN PRIVATE KEY-----'): pass",
        armour("RSA PRIVATE KEY", "..."),
        armour("PRIVATE KEY", "MIIE" + "A" * 600),
        armour("PRIVATE KEY", key_body()[:90] + "...\n" + key_body()[:90]),
        armour("PUBLIC KEY", key_body()),
        armour("CERTIFICATE", key_body()),
    ],
)
def test_mentions_and_placeholders_are_kept(text: str) -> None:
    assert secret_in_text(text) is None


@pytest.mark.parametrize("kind", ["RSA PRIVATE KEY", "PRIVATE KEY", "EC PRIVATE KEY"])
def test_real_private_keys(kind: str) -> None:
    assert secret_in_text(armour(kind, key_body())) == "private key"


def test_private_keys_of_other_forms() -> None:
    openssh = key_body(b"openssh-key-v1\0")
    assert secret_in_text(armour("OPENSSH PRIVATE KEY", openssh))
    headers = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B2C\n\n"
    assert secret_in_text(armour("RSA PRIVATE KEY", headers + key_body(b"\x99\x01")))
    assert secret_in_text(armour("PGP PRIVATE KEY BLOCK", "Version: 1\n\n" + key_body(b"\x95") + "\n=aB3d"))
    assert secret_in_text('{"private_key": ' + repr(armour("PRIVATE KEY", key_body())) + "}")
    lines = armour("EC PRIVATE KEY", key_body(size=118)).splitlines()
    assert secret_in_text("key = (\n" + "\n".join(f'    "{line}\\n"' for line in lines) + "\n)\n")
    assert secret_in_text("PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 8\nAAAA\n")


def test_nothing_is_sent_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library can verify what it found with the service concerned: that is never used."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    for token in TOKENS.values():
        assert secret_in_text(f"'{token}'")
