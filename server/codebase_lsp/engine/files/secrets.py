"""Files that hold secrets: they are never indexed, embedded or shown.

By name, and by content with the detectors of detect-secrets that look for tokens of a fixed
form. Its detectors by entropy or keyword are not used, they take much ordinary code for
secrets; nor is its verification, which sends what it found to the service concerned. A file
that only mentions a format, or holds a placeholder, is kept.
"""

import base64
import binascii
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import PurePosixPath
from typing import cast

_NAMES = frozenset(
    {
        ".env", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk",
        ".git-credentials", ".netrc", "_netrc", ".pgpass", ".htpasswd", ".dockercfg", ".vault-token",
        "kubeconfig", ".my.cnf", ".s3cfg", ".boto", ".pypirc", "terraform.tfstate",
        "terraform.tfstate.backup", "application_default_credentials.json",
    }
)  # fmt: skip
_PATHS = (
    ".aws/credentials",
    ".kube/config",
    ".docker/config.json",
    ".cargo/credentials",
    ".cargo/credentials.toml",
)
_SUFFIXES = frozenset(
    {".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".ppk", ".kdbx", ".p8", ".tfstate"}
)
_ENV_TEMPLATES = frozenset({"example", "sample", "template", "dist", "defaults", "schema", "tmpl", "tpl"})
_AUTH_FILES = frozenset(
    {".npmrc", ".yarnrc", ".yarnrc.yml", "credentials", "pip.conf", ".condarc", "nuget.config"}
)
_AUTH_LINE = re.compile(
    r"""^[^#;\n]*?(?:_authToken|_auth|_password|npmAuthToken|npmAuthIdent|aws_secret_access_key|password
        |\btoken|secret|ClearTextPassword["'\s]+value)["']?\s*[=:]\s*["']?(?![\s"'$<{%])\S{6,}
    | https?://[^\s/:@$]+:[^\s/@${<]{3,}@""",
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)


def secret_by_name(path: str, text: str | None = None) -> str | None:
    """Why the name alone says that the file holds a secret, or None.

    Some configuration files hold one only sometimes: for these `text` is asked, if given.
    """
    lowered = path.lower()
    name = lowered.rpartition("/")[2]
    if name in _NAMES or lowered in _PATHS or lowered.endswith(tuple("/" + p for p in _PATHS)):
        return f"by its name: {name}"
    if name.startswith(".env."):
        return None if _ENV_TEMPLATES & set(name.split(".")) else f"by its name: {name}"
    if PurePosixPath(name).suffix in _SUFFIXES:
        return f"by its name: *{PurePosixPath(name).suffix}"
    if text is not None and name in _AUTH_FILES and _AUTH_LINE.search(text):
        return f"authentication in {name}"
    return None


_TOKEN_STARTS = (
    "AKIA", "ASIA", "ABIA", "ACCA", "A3T", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "xoxa-", "xoxb-", "xoxp-",
    "xoxo-", "xoxs-", "xoxr-", "hooks.slack.com/services/T", "k_live_", ":_authToken", "T3BlbkFJ", "pypi-AgE",
    "SG.", "sq0csp-", "AccountKey=", "glpat-", "gldt-", "glft-", "glsoat-", "glrt-", "glcbt-", "glptt-",
    "glimt-", "glagent-", "gloas-", "GR1348941", "github_pat_",
)  # fmt: skip
"""What the tokens below begin with or hold."""
_ANY_TOKEN_START = re.compile("|".join(map(re.escape, _TOKEN_STARTS)))
_FINE_GRAINED = re.compile(r"github_pat_[0-9A-Za-z]{22}_[0-9A-Za-z]{59}")
_PLACEHOLDER = re.compile(
    r"example|sample|dummy|fake|placeholder|redacted|changeme|your|xxxx|\.\.\.|1234567|abcdefg|7654321|deadbeef"
    r"|(.)\1{5}",
    re.IGNORECASE,
)
_DISTINCT = 8


def secret_in_text(text: str) -> str | None:
    """What kind of secret the text holds, or None."""
    if "PRIVATE KEY" in text and any(_is_key_material(*found) for found in _armoured(text)):
        return "private key"
    if "PuTTY-User-Key-File-" in text and re.search(r"^Private-Lines: \d+\s", text, re.MULTILINE):
        return "private key"
    if _ANY_TOKEN_START.search(text) is None:
        return None
    for kind, expression in _token_expressions():
        for match in expression.finditer(text):
            if _alone(text, match) and not _is_placeholder(match[0]):
                return kind
    return None


@lru_cache(maxsize=1)
def _token_expressions() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The expressions of the detectors used; the import takes 0.15 s, so it happens on demand."""
    from detect_secrets.plugins.aws import AWSKeyDetector
    from detect_secrets.plugins.azure_storage_key import AzureStorageKeyDetector
    from detect_secrets.plugins.github_token import GitHubTokenDetector
    from detect_secrets.plugins.gitlab_token import GitLabTokenDetector
    from detect_secrets.plugins.npm import NpmDetector
    from detect_secrets.plugins.openai import OpenAIDetector
    from detect_secrets.plugins.pypi_token import PypiTokenDetector
    from detect_secrets.plugins.sendgrid import SendGridDetector
    from detect_secrets.plugins.slack import SlackDetector
    from detect_secrets.plugins.square_oauth import SquareOAuthDetector
    from detect_secrets.plugins.stripe import StripeDetector

    detectors = (
        AWSKeyDetector,
        AzureStorageKeyDetector,
        GitHubTokenDetector,
        GitLabTokenDetector,
        NpmDetector,
        OpenAIDetector,
        PypiTokenDetector,
        SendGridDetector,
        SlackDetector,
        SquareOAuthDetector,
        StripeDetector,
    )
    found: list[tuple[str, re.Pattern[str]]] = [("GitHub Token", _FINE_GRAINED)]
    for detector in detectors:
        # Declared as properties in the library's base class, plain attributes in the detectors.
        expressions = cast("Iterable[re.Pattern[str]]", detector.denylist)
        found += [(str(detector.secret_type), expression) for expression in expressions]
    return tuple(found)


def _alone(text: str, match: re.Match[str]) -> bool:
    """Not a stretch of a longer word, such as base64 data that happens to look like a token."""
    before = text[match.start() - 1 : match.start()]
    after = text[match.end() : match.end() + 1]
    return not any(c.isascii() and (c.isalnum() or c in "+/_") for c in (before, after) if c)


def _is_placeholder(token: str) -> bool:
    secret = re.split(r"[_=:]|hooks\.slack\.com/services/", token.rstrip("="))[-1]
    return len(set(secret)) < _DISTINCT or _PLACEHOLDER.search(secret) is not None


_ARMOUR = re.compile(
    r"-----BEGIN ((?:[A-Z0-9]+ )*PRIVATE KEY)(?: BLOCK)?-----(.{1,20000}?)(?:-----END |\Z)", re.DOTALL
)


def _armoured(text: str) -> Iterator[tuple[str, str]]:
    """Kind and body of each armoured private key, also one written as a string in code."""
    for match in _ARMOUR.finditer(text):
        yield match[1], match[2]


def _is_key_material(kind: str, body: str) -> bool:
    """Whether the body is a key and not a placeholder: long, varied, and of the stated form."""
    if "..." in body or "…" in body:
        return False
    encrypted = "ENCRYPTED" in body or "ENCRYPTED" in kind or kind.startswith(("PGP", "SSH2"))
    lines = re.sub(r"(?:\\[nr])+", "\n", body)
    packed = re.sub(r"^[\s\"'+]*[A-Z][\w-]+: .*$", "", lines, flags=re.MULTILINE)
    # A PGP armour ends in a checksum line "=abcd".
    packed = re.sub(r"^\s*=[\w+/]{4}\s*$", "", packed, flags=re.MULTILINE)
    packed = re.sub(r"[^A-Za-z0-9+/=]", "", re.sub(r"[\"'][\s+]*[\"']?", "", packed)).rstrip("=")
    if len(packed) < 60:
        return False
    try:
        key = base64.b64decode(packed + "=" * (-len(packed) % 4))
    except (binascii.Error, ValueError):
        return False
    if len(set(key)) < 20:
        return False
    return encrypted or key.startswith((b"0", b"openssh-key-v1"))
