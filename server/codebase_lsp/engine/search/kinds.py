"""What kind of text a question is: exact things go to exact search, vague ones to every retriever."""

import re

IDENTIFIER, QUALIFIED, PATH, ERROR = "identifier", "qualifiedName", "path", "error"
LITERAL, REGEX, MIXED, NATURAL = "literal", "regex", "mixed", "naturalLanguage"

KINDS = (IDENTIFIER, QUALIFIED, PATH, ERROR, LITERAL, REGEX, MIXED, NATURAL)

QUOTED = re.compile(r"""^(["'`])(.+)\1$""", re.DOTALL)
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

_NAME = r"[^\W\d]\w*"
_QUALIFIED = re.compile(rf"^{_NAME}(?:(?:\.|::|#|->|\\|/){_NAME})*(?:\(\))?[?!]?$")
_SEPARATOR = re.compile(r"\.|::|#|->|\\")
_PATH = re.compile(r"^[\w@.+~-]+(?:[/\\][\w@.+~-]+)+/?$|^[\w+-][\w.+-]*\.[a-z][a-z0-9]{0,4}$")
EXCEPTION = re.compile(
    r"^\s*(?:Traceback \(most|Exception in thread|(?:[\w.$]+)?(?:Error|Exception|Panic)\b\s*[:(]"
    r"|thread '.*' panicked at|(?:uncaught|fatal|panic|error(?:\[\w+\])?)\b[^:\n]{0,40}:\s)",
    re.MULTILINE | re.IGNORECASE,
)
_FRAME = re.compile(r"""^\s*(?:File ["'].+["'], line \d+|at .+:\d+\)?$|\S+\.\w{1,5}:\d+(?::\d+)?\b)""", re.M)
_WRAPPED_REGEX = re.compile(r"^/(.+)/$")
_REGEX_SYNTAX = re.compile(
    r"\\[wdsWDS][+*?{)\]]|^\\b|\\b$|\.[*+]|\[[^\]\s]+\][*+?{]|\(\?[:=!<]|\w\|\w.*\)|^\^|[^\s]\$$"
)


def kind_of(text: str, symbols: tuple[str, ...]) -> str:
    """`text` without white space around it; `symbols` are the identifiers named in it."""
    if QUOTED.match(text):
        return LITERAL
    pattern = regex_of(text)
    if pattern is None and _PATH.match(text):
        return PATH
    if _QUALIFIED.match(text) and not CJK.search(text):  # those scripts put no spaces between words
        return QUALIFIED if _SEPARATOR.search(text) else IDENTIFIER
    if EXCEPTION.search(text) or _FRAME.search(text):
        return ERROR
    if pattern is not None:
        return REGEX
    return MIXED if symbols else NATURAL


def regex_of(text: str) -> str | None:
    """The regular expression that the text can only be: `/…/` with some of its syntax, or syntax
    without any space. A sentence is never taken for one."""
    wrapped = _WRAPPED_REGEX.match(text)
    pattern = wrapped.group(1) if wrapped else text
    if not _REGEX_SYNTAX.search(pattern) or (not wrapped and " " in pattern):
        return None
    try:
        re.compile(pattern)
    except re.error:
        return None
    return pattern


def split_qualified(text: str) -> list[str]:
    """The parts of a qualified name, outermost first; one part for a plain identifier."""
    return _SEPARATOR.split(text.rstrip("()?!"))
