"""Work for worker processes in tests: importable by name in a spawned process."""

import os
import time


def double(numbers: list[int]) -> list[int]:
    return [2 * number for number in numbers]


def double_or_die(numbers: list[int]) -> list[int]:
    """Dies without a word on 13, as a crashing native parser would."""
    if 13 in numbers:
        os._exit(139)
    return double(numbers)


def fail(numbers: list[int]) -> list[int]:
    raise ValueError("this is a bug")


def sleep_long(numbers: list[int]) -> list[int]:
    time.sleep(60)
    return numbers


def process_id(numbers: list[int]) -> list[int]:
    return [os.getpid()]
