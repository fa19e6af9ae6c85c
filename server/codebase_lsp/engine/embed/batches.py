"""Which texts go through a model together.

Memory grows with the number of texts times the longest of them, so both are bounded, and
texts of like length go together: padding to the longest wastes least that way.
"""

from collections.abc import Iterator, Sequence


def estimated_tokens(text: str) -> int:
    """Tokens of a text without asking a tokenizer; rather too many than too few for code.

    About three characters of code make a token in the common byte-pair vocabularies, and a
    character outside ASCII makes one or two.
    """
    if text.isascii():
        return len(text) // 3 + 1
    wide = sum(character > "\x7f" for character in text)
    return (len(text) - wide) // 3 + wide * 3 // 2 + 1


def batches(texts: Sequence[str], items: int, tokens: int) -> Iterator[list[int]]:
    """Positions of `texts`, each in one batch of at most `items` texts, whose number times the
    longest stays within `tokens` (estimated) where it is more than one."""
    sizes = [estimated_tokens(text) for text in texts]
    batch: list[int] = []
    for position in sorted(range(len(texts)), key=sizes.__getitem__):
        if batch and (len(batch) >= items or (len(batch) + 1) * sizes[position] > tokens):
            yield batch
            batch = []
        batch.append(position)
    if batch:
        yield batch
