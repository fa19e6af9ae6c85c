# ruff: noqa: E501
"""Counting tokens without a tokenizer, and with one."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from codebase_lsp.engine.context.tokens import EstimatedTokens, ModelTokens, token_counter
from codebase_lsp.errors import BadRequest

COUNTED = [
    pytest.param(
        """\
class OrderService:
    \"\"\"Places orders and keeps their numbers apart.\"\"\"

    def __init__(self, generator: OrderNumberGenerator, repository: OrderRepository) -> None:
        self.generator = generator
        self.repository = repository

    def place(self, customer_id: int, lines: list[OrderLine]) -> Order:
        number = self.generator.generate()
        if self.repository.exists(number):
            raise DuplicateOrderNumber(f"order number {number!r} is taken")
        return self.repository.save(Order(number=number, customer_id=customer_id, lines=lines))
""",
        118,
        id="python",
    ),
    pytest.param(
        """\
export async function fetchOrders(client: HttpClient, page = 1): Promise<Order[]> {
  const response = await client.get(`/api/v2/orders?page=${page}&limit=50`);
  if (response.status !== 200) {
    throw new HttpError(response.status, await response.text());
  }
  return response.json().then((rows) => rows.map((row: any) => ({ ...row, createdAt: new Date(row.created_at) })));
}
""",
        95,
        id="typescript",
    ),
    pytest.param(
        """\
func (s *Store) Put(ctx context.Context, key string, value []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, exists := s.entries[key]; exists && !s.overwrite {
		return fmt.Errorf("put %q: %w", key, ErrExists)
	}
	s.entries[key] = append([]byte(nil), value...)
	return nil
}
""",
        79,
        id="go",
    ),
    pytest.param(
        """\
{"name": "orders", "version": "2.14.3", "private": true, "scripts": {"build": "tsc -p .", "test": "vitest run --coverage"},
 "dependencies": {"fastify": "^4.26.2", "pg": "8.11.5", "zod": "3.23.8"}, "checksum": "9f86d081884c7d659a2feaa0c55ad015"}
""",
        103,
        id="json",
    ),
    pytest.param(
        """\
# 生成订单号：日期加流水号，保证在同一天内不重复。
def generate_order_number(self, date):
    \"\"\"返回新的订单号。如果当天的流水号已经用完，则抛出异常。\"\"\"
    sequence = self.next_sequence(date)
    if sequence > 999999:
        raise SequenceExhausted("当天的订单号已经用完")
    return f"{date:%Y%m%d}-{sequence:06d}"
""",
        105,
        id="chinese",
    ),
    pytest.param(
        """\
An order number is unique within one shop. It is drawn from a sequence that never goes back, so that a number which was shown to a customer is never given to another one, even if the order was cancelled in the meantime.
""",
        47,
        id="prose",
    ),
]
"""Texts with the number of tokens that cl100k_base gives them."""


@pytest.mark.parametrize(("text", "tokens"), COUNTED)
def test_an_estimate_is_near_the_real_number(text: str, tokens: int) -> None:
    assert EstimatedTokens().count(text) == pytest.approx(tokens, rel=0.15)


@given(st.text(), st.text())
def test_more_text_never_takes_fewer_tokens_by_more_than_a_joint(first: str, second: str) -> None:
    count = EstimatedTokens().count
    assert count(first + "\n" + second) >= max(count(first), count(second)) - 1
    assert (count(first) == 0) == (first == "")


def test_a_tokenizer_of_ones_own_counts_exactly(tmp_path: Path) -> None:
    tokenizer = Tokenizer(models.WordLevel({"a": 0, "b": 1, "?": 2}, unk_token="?"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()  # type: ignore[assignment]
    tokenizer.enable_truncation(3)
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    counter = token_counter(str(tmp_path / "tokenizer.json"))
    assert counter.count("a b a b other a") == 6
    assert isinstance(token_counter(""), EstimatedTokens)


def test_a_file_that_is_no_tokenizer_is_named(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text("{}")
    for path in (tmp_path / "tokenizer.json", tmp_path / "absent.json"):
        with pytest.raises(BadRequest, match=path.name):
            ModelTokens(path)
