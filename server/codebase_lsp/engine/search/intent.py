"""What the person wants of the code, and which kinds of files they ask for, by the words they use."""

import re

EXPLAIN, FIX, REFACTOR, LOCATE, USAGE = "explain", "fix", "refactor", "locate", "usage"

_PHRASES = {
    USAGE: r"\b(?:usages?|callers?|who (?:calls|uses)|where is \S+ (?:used|called)|(?:used|called) by"
    r"|how (?:do i|can i|to) (?:use|call))\b|谁(?:调用|使用)|[被在]哪里?(?:调用|使用)|(?:怎么|如何)使用|用法",
    REFACTOR: r"\b(?:refactor\w*|restructur\w+|simplif\w+|clean ?up|extract|inline|dedupl\w+|decoupl\w+"
    r"|split up|rename)\b|重构|简化|拆分|重命名",
    FIX: r"\b(?:fix\w*|bugs?|fail(?:s|ed|ing|ures?)?|broken|breaks?|crash\w*|wrong|incorrect\w*|leaks?"
    r"|does(?: not|n't) work|not working|hangs?|regression|debug)\b|修复|报错|崩溃|失败|故障|异常退出",
    EXPLAIN: r"\b(?:how (?:does|do|is|are|did)|explain\w*|why|what (?:does|do|is|are)|understand|overview"
    r"|describe)\b|怎么|如何|怎样|为什么|解释|说明|是什么|原理",
}
"""The first that matches is meant; what is left over is a subject, to be located."""
_INTENTS = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _PHRASES.items()}

TESTS, EXAMPLES, BUILD = "tests", "examples", "build"

_ASKED = {
    TESTS: (
        frozenset({"test", "spec", "mock", "fixtur", "unittest"}),
        re.compile(r"测试|用例"),
    ),
    EXAMPLES: (
        frozenset({"exampl", "sampl", "demo", "doc", "document", "tutori", "benchmark"}),
        re.compile(r"示例|例子|文档|教程|基准"),
    ),
    BUILD: (
        frozenset({"build", "make", "makefil", "cmake", "docker", "dockerfil", "compil", "style", "css"}),
        re.compile(r"构建|编译|样式"),
    ),
}


def intent_of(text: str) -> str:
    """One of the five; what is only a subject is to be located."""
    return next((name for name, pattern in _INTENTS.items() if pattern.search(text)), LOCATE)


def asked_kinds(text: str, words: frozenset[str]) -> frozenset[str]:
    """Kinds of files that rank low unless they are asked for; `words` are stems."""
    return frozenset(
        kind
        for kind, (stems, chinese) in _ASKED.items()
        if not stems.isdisjoint(words) or chinese.search(text)
    )
