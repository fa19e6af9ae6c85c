"""From bytes to text: the encoding of one source file.

In order: byte order mark, UTF-8, what the file declares about itself, and last a judgement
of the lines that hold bytes above 127. That judgement compares the few encodings in which
source code is written by how many of the decoded characters are *frequent* ones in the
language concerned; wrong encodings give rare characters. charset-normalizer is asked for
everything else: alone it is unsure on source code, where few bytes are not ASCII.
"""

import codecs
import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # Before UTF-16, whose mark is its beginning.
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARATION = re.compile(
    rb"coding[:=]\s*[\"']?([-\w.]+)"  # PEP 263, Emacs, Vim (fileencoding), XML (encoding=)
    rb"|\bfenc=([-\w.]+)"
    rb"|charset\s*=?\s*[\"']?([-\w.]+)",  # HTML, CSS
    re.IGNORECASE,
)
_HEAD_BYTES = 1024
_SAMPLE_BYTES = 16 * 1024
_SURE = 0.5

_SIMPLIFIED = frozenset(
    "的一是不了在有个为这用中来上大到以和地要时出会可对生能而子那得于着下自之年过发后作里数据文件行字符"
    "值类方法参返回函如果果则没空否设置取获加载前当初始化注释意测试名称列表说明请求处理错误信息类型接口"
    "实现使用户对象内容定义其他所有新建删除修改查询必须默认配置系统路径目录添更输入结束开进同步线程程序"
    "计算并且或与从将被把次第两只需检查已存创建立即由此每还它们我你好世界等表示保该外最多少长度高"
)
_TRADITIONAL = frozenset(
    "的一是不了在有個為這用中來上大到以和地要時出會可對生能而子那得於著下自之年過發後作裡數據文件行字符"
    "值類方法參返回函如果則沒空否設置取獲加載前當初始化註釋意測試名稱列表說明請求處理錯誤訊資料類型接口"
    "實現使用戶物內容定義其他所有新建刪除修改查詢必須預設配系統路徑目錄添更輸入結束開進同步執緒程式"
    "計算並且或與從將被把次第兩只需檢查已存創建立即由此每還它們我你好世界等表示保該外最多少長度高字串檔"
)
_KOREAN = frozenset(
    "이다는을의에하고가지로기사를한도은리어자인시서해스나일정보수아라으과대들그있것할게안장상부제전만여원"
    "주유우마비조면구소세연위동실공생국무오경문모출력입값변함파행열객체류터트클래성설생성확처결호입니습됩"
    "목록름데없않때중간음드메반환니적러요미용간분방개내본번화간관신선"
)
_RUSSIAN = frozenset("оеаинтсрвлкмдпуяызьё")
_WESTERN = frozenset("äöüßéèêëàâáåãçñíìîïóòôõøúùûæœÿÄÖÜÉÈÀÂÊÇÑÁÍÓÚØÅÆŒ")
_TURKISH = frozenset("çğıöşüÇĞİÖŞÜâîû")
_CENTRAL = frozenset("ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽäöüôľĺŕőűŐŰßăâîşţ")
_GREEK = frozenset("αοιετσνηυρπκμλςάέίόήύώ")
_SIGNS = frozenset("©®°«»–—‘’“”„…€£§µ×·¿¡±²³½¼•™ºª´")


@dataclass(frozen=True, slots=True)
class Decoded:
    text: str
    """Without byte order mark."""
    encoding: str
    """A name Python knows."""


def decode_text(data: bytes) -> Decoded | None:
    """The text, or None if no encoding fits well enough."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _strict(data, encoding)
    if data.isascii() and b"\0" not in data:
        return Decoded(data.decode("ascii"), "utf-8")
    if b"\0" in data:
        return _without_mark(data)
    return _strict(data, "utf-8") or _declared(data) or _judged(data) or _damaged(data)


def has_byte_order_mark(data: bytes) -> bool:
    return any(data.startswith(mark) for mark, _ in _BYTE_ORDER_MARKS)


def _strict(data: bytes, encoding: str) -> Decoded | None:
    try:
        return Decoded(data.decode(encoding), encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _without_mark(data: bytes) -> Decoded | None:
    """UTF-16 without a mark: mostly ASCII, so that every second byte is zero."""
    half = len(data) // 2
    for zeros, others, encoding in ((1, 0, "utf-16-le"), (0, 1, "utf-16-be")):
        if len(data) % 2 == 0 and data[zeros::2].count(0) > half * 0.6 and not data[others::2].count(0):
            return _strict(data, encoding)
    return None


def _declared(data: bytes) -> Decoded | None:
    for match in _DECLARATION.finditer(data[:_HEAD_BYTES] + b"\n" + data[-_HEAD_BYTES:]):
        name = next(group for group in match.groups() if group).decode("ascii", "replace")
        # Emacs adds the line ends, and Python's gb2312 lacks characters that files so marked hold.
        name = re.sub(r"-(unix|dos|mac)$", "", name.lower())
        name = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "sjis": "cp932"}.get(name, name)
        name = {"euc-kr": "cp949", "latin-1": "cp1252", "iso-8859-1": "cp1252"}.get(name, name)
        try:
            if not codecs.lookup(name)._is_text_encoding:  # pyright: ignore[reportAttributeAccessIssue]
                continue
        except (LookupError, ValueError):
            continue
        found = _strict(data, name) or (_strict(data, "latin-1") if name == "cp1252" else None)
        if found is not None and not name.startswith(("utf", "unicode", "raw", "idna", "punycode")):
            return found
    return None


def _judged(data: bytes) -> Decoded | None:
    lines = [line for line in data.splitlines(keepends=True) if not line.isascii()]
    sample = b"".join(lines)
    if len(sample) > _SAMPLE_BYTES:
        sample = sample[: sample.rfind(b"\n", 0, _SAMPLE_BYTES) + 1] or sample
    scored: list[tuple[float, str]] = []
    for encoding, score in _CANDIDATES:
        found = _strict(sample, encoding)
        if found is not None:
            scored.append((score(found.text), encoding))
    for score, encoding in sorted(scored, key=lambda item: -item[0]):
        if score < _SURE:
            break
        found = _strict(data, encoding)
        if found is not None:
            return found
    return _asked(data, sample)


def _asked(data: bytes, sample: bytes) -> Decoded | None:
    """charset-normalizer's opinion, for the languages not judged here."""
    from charset_normalizer import from_bytes

    if len(sample) < 32:
        return None
    best = from_bytes(sample, threshold=0.15, preemptive_behaviour=False).best()
    # Coherence is how much it reads like a language; noise has little in any encoding.
    if best is None or best.coherence < 0.3 or best.encoding.startswith(("ascii", "utf_")):
        return None
    return _strict(data, best.encoding)


def _damaged(data: bytes) -> Decoded | None:
    """Text with a few foreign bytes: better found with a wrong character than not at all."""
    foreign = len(data) - len(data.translate(None, bytes(range(128, 256))))
    text = data.decode("utf-8", "replace")
    valid = sum(not char.isascii() for char in text if char != "�")
    errors = text.count("�")
    if errors * 10 <= valid or errors <= 2:
        return Decoded(text, "utf-8")
    if foreign * 50 <= len(data):
        return Decoded(data.decode("latin-1"), "latin-1")
    return None


def _share(frequent: frozenset[str], expected: float) -> Callable[[str], float]:
    """Share of frequent characters among the letters beyond ASCII, 1.0 for ordinary text."""

    def score(text: str) -> float:
        letters = [c for c in text if c > "\x7f" and c.isalpha()]
        # Private use and half-width katakana come from misread pairs.
        odd = sum("\ue000" <= c <= "\uf8ff" or "\uff61" <= c <= "\uff9f" for c in text)
        if not letters:
            return 0.0
        return (sum(c in frequent for c in letters) - odd) / len(letters) / expected

    return score


def _japanese(text: str) -> float:
    letters = [c for c in text if c > "\x7f" and c.isalpha()]
    if not letters:
        return 0.0
    kana = sum("\u3041" <= c <= "\u30fe" for c in letters)
    odd = sum("\uff61" <= c <= "\uff9f" or "\ue000" <= c <= "\uf8ff" for c in letters)
    return (kana - odd) / len(letters) / 0.4


def _russian(text: str) -> float:
    beyond = [c for c in text if c > "\x7f"]
    letters = [c for c in beyond if c.isalpha()]
    if not letters:
        return 0.0
    frequent = sum(c.lower() in _RUSSIAN for c in letters)
    lower = sum(c.islower() for c in letters)
    broken = sum(
        a.islower() and b.isupper() and a > "\x7f" and b > "\x7f" for a, b in itertools.pairwise(text)
    )
    # Real text reaches 0.9 to 1.1, misread pairs of bytes up to 0.7: hence the divisor.
    return (frequent + 0.2 * lower - broken - (len(beyond) - len(letters)) * 0.5) / len(letters) / 1.5


def _greek(text: str) -> float:
    beyond = sum(c > "\x7f" for c in text)
    # Whole words: a single letter among ASCII ones belongs to a Latin alphabet.
    frequent = sum(sum(c in _GREEK for c in word) for word in re.findall(r"[^\x00-\x7f]{3,}", text))
    # Scaled so that Russian misread as Greek stays below Russian read right, and the reverse.
    return frequent / max(1, beyond) / 1.23


def _latin(frequent: frozenset[str], weight: float) -> Callable[[str], float]:
    """Such letters stand alone or in pairs among ASCII ones, and signs do not follow a letter."""

    def score(text: str) -> float:
        runs = list(re.finditer(r"[^\x00-\x7f]+", text))
        fitting = 0
        for run in runs:
            before = text[run.start() - 1 : run.start()]
            known = frequent if before.isalpha() else frequent | _SIGNS
            if len(run[0]) <= 2 and set(run[0]) <= known:
                fitting += len(run[0])
        return weight * fitting / max(1, sum(len(run[0]) for run in runs))

    return score


_CANDIDATES: tuple[tuple[str, Callable[[str], float]], ...] = (
    ("gb18030", _share(_SIMPLIFIED, 0.4)),
    ("cp950", _share(_TRADITIONAL, 0.4)),
    ("cp932", _japanese),
    ("euc_jp", _japanese),
    ("cp949", _share(_KOREAN, 0.55)),
    ("cp1251", _russian),
    ("koi8_r", _russian),
    ("cp866", _russian),
    ("cp1253", _greek),
    # By weight: letters side by side that make frequent words decide first, and the rarer
    # Latin alphabets only where the western one does not fit.
    ("cp1252", _latin(_WESTERN, 0.9)),
    ("latin-1", _latin(_WESTERN, 0.89)),
    ("cp1254", _latin(_TURKISH, 0.85)),
    ("cp1250", _latin(_CENTRAL, 0.8)),
    ("iso8859_2", _latin(_CENTRAL, 0.79)),
)
