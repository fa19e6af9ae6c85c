"""Trains the WordPiece tokenizer; everything a text goes through is inside `tokenizer.json`.

camelCase boundaries become spaces, letters are lower-cased, and the text is cut into runs of Latin letters,
of digits, of Han characters and of other letters; punctuation is dropped. Pieces carry no `##` mark, so
`user` is the same token in `user_name`, `userName` and `username`, and a Chinese word is the same token
wherever it stands in a sentence.
"""

import json
import re
from collections import Counter
from collections.abc import Container, Iterable
from pathlib import Path

from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, trainers

PAD, UNKNOWN = "[PAD]", "[UNK]"
MAX_TOKENS = 512
OTHER_CHARS = 400
MAX_WORD = 64
"""A longer run is no word and is not read."""
_HAN = re.compile("[\u4e00-\u9fff]").search
_CAMEL = r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])"
_RUNS = r"[a-z]+|[0-9]+|\p{Han}+|(?:(?![a-z\p{Han}])[\p{L}\p{M}])+"


def untrained() -> Tokenizer:
    """The tokenizer with its normalisation and no vocabulary."""
    tokenizer = Tokenizer(
        models.WordPiece(
            vocab={PAD: 0, UNKNOWN: 1},
            unk_token=UNKNOWN,
            continuing_subword_prefix="",
            max_input_chars_per_word=MAX_WORD,
        )
    )
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Replace(Regex(_CAMEL), " "), normalizers.Lowercase()]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(_RUNS), behavior="removed", invert=True)
    return tokenizer


def alphabet(texts: Iterable[str], han: int, others: int) -> list[str]:
    """The `han` most frequent Han characters of the corpus and the `others` most frequent other letters.

    The trainer would choose by frequency too, but breaks ties at random.
    """
    seen: Counter[str] = Counter()
    for text in texts:
        seen.update(text.lower())
    ranked = sorted((char for char in seen if char.isalnum()), key=lambda char: (-seen[char], char))
    chinese = [char for char in ranked if _HAN(char)]
    return sorted(chinese[:han] + [char for char in ranked if not _HAN(char)][:others])


def train(texts: list[str], size: int, han: int = 3500, required: Iterable[str] = ()) -> Tokenizer:
    """Train on `texts`; at most `size` entries, the `han` commonest Han characters among them.

    `required` words are put in whole, in place of the entries that were merged last.
    """
    tokenizer = untrained()
    chars = alphabet(texts, han, OTHER_CHARS)
    trainer = trainers.WordPieceTrainer(
        vocab_size=size,
        min_frequency=5,
        special_tokens=[PAD, UNKNOWN],
        initial_alphabet=chars,
        limit_alphabet=len(chars),
        continuing_subword_prefix="",
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    learned = _in_order(tokenizer)
    extra = sorted({word for word in required if len(word) > 1} - set(learned))
    return _with_vocabulary(tokenizer, learned[: size - len(extra)] + extra)


def _in_order(tokenizer: Tokenizer) -> list[str]:
    vocabulary = tokenizer.get_vocab()
    return sorted(vocabulary, key=vocabulary.__getitem__)


def _with_vocabulary(tokenizer: Tokenizer, tokens: list[str]) -> Tokenizer:
    tokenizer.model = models.WordPiece(
        vocab={token: index for index, token in enumerate(tokens)},
        unk_token=UNKNOWN,
        continuing_subword_prefix="",
        max_input_chars_per_word=MAX_WORD,
    )
    return tokenizer


def without_phrases(tokenizer: Tokenizer, terms: Container[str]) -> list[int]:
    """Take Chinese entries of more than two characters out of the vocabulary, known `terms` apart.

    Merging goes on past words in Chinese (`创建订单`, create order): such an entry is rare, so its vector is
    poor, and it hides the two words it is made of, whose vectors are good. Returns the ids that were kept, in
    order: the rows of the table that go with the smaller vocabulary.
    """
    tokens = _in_order(tokenizer)
    kept = [
        index for index, token in enumerate(tokens) if len(token) < 3 or not _HAN(token) or token in terms
    ]
    _with_vocabulary(tokenizer, [tokens[index] for index in kept])
    return kept


def save(tokenizer: Tokenizer, folder: Path) -> None:
    """Write `tokenizer.json` and the `tokenizer_config.json` that fastembed reads."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    data = json.loads(tokenizer.to_str())
    (folder / "tokenizer.json").write_text(
        json.dumps(data, ensure_ascii=False, separators=(",", ":")), "utf-8"
    )
    config = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_max_length": MAX_TOKENS,
        "pad_token": PAD,
        "unk_token": UNKNOWN,
    }
    (folder / "tokenizer_config.json").write_text(json.dumps(config, indent=2) + "\n", "utf-8")
