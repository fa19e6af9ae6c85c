"""Trains the WordPiece tokenizer; everything a text goes through is inside `tokenizer.json`.

camelCase boundaries become spaces, letters are lower-cased, and the text is cut into runs of Latin letters,
of digits, of Han characters and of other letters; punctuation is dropped. Pieces carry no `##` mark, so
`user` is the same token in `user_name`, `userName` and `username`, and a Chinese word is the same token
wherever it stands in a sentence.
"""

import json
from collections.abc import Iterable
from pathlib import Path

from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, trainers

PAD, UNKNOWN = "[PAD]", "[UNK]"
MAX_TOKENS = 512
MAX_WORD = 64
"""A longer run is no word and is not read."""
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


def common_han(texts: Iterable[str], count: int) -> list[str]:
    """The `count` most frequent Han characters of the corpus."""
    seen: dict[str, int] = {}
    for text in texts:
        for char in text:
            if "\u4e00" <= char <= "\u9fff":
                seen[char] = seen.get(char, 0) + 1
    return sorted(seen, key=lambda char: (-seen[char], char))[:count]


def train(texts: list[str], size: int, han: int = 3500, required: Iterable[str] = ()) -> Tokenizer:
    """Train on `texts`; at most `size` entries, the `han` commonest Han characters among them.

    `required` words are put in whole, in place of the entries that were merged last.
    """
    tokenizer = untrained()
    trainer = trainers.WordPieceTrainer(
        vocab_size=size,
        min_frequency=5,
        special_tokens=[PAD, UNKNOWN],
        initial_alphabet=common_han(texts, han),
        limit_alphabet=han + 400,
        continuing_subword_prefix="",
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    order = tokenizer.get_vocab()
    learned = sorted(order, key=order.__getitem__)
    extra = sorted({word for word in required if len(word) > 1} - set(learned))
    kept = learned[: size - len(extra)] + extra
    tokenizer.model = models.WordPiece(
        vocab={token: index for index, token in enumerate(kept)},
        unk_token=UNKNOWN,
        continuing_subword_prefix="",
        max_input_chars_per_word=MAX_WORD,
    )
    return tokenizer


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
