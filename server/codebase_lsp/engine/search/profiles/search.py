"""Answer as another system would: its order over our index, verified as every answer is."""

from ...index.one_state import MAX_ROUNDS
from ..hybrid import search_hybrid
from ..present import further_hit, hit_symbol, make_hit
from ..run import Run
from ..types import Hit
from .lists import Lists
from .profile import Profile, Scored


def search_like(profile: Profile, run: Run) -> list[Hit]:
    """Results in the profile's order; grouped by file they stand where their best chunk stands.

    Where a profile has nothing but vectors to go by and there are none, our own search by words answers.
    """
    lists, ranked = Lists(run), list[Scored]()
    for _ in range(MAX_ROUNDS):
        lists = Lists(run)
        with run.timed("rank"):
            ranked = profile.order(lists)[: run.request.limit]
        with run.timed("verify"):
            stale = run.verifier.refresh(dict.fromkeys(lists.rows[item.chunk].path for item in ranked))
        if not (stale or lists.stale) or run.late():
            break
    if not ranked and lists.without_meaning:
        return search_hybrid([run])[0]
    with run.timed("present"):
        return _present(run, lists, ranked)


def _present(run: Run, lists: Lists, ranked: list[Scored]) -> list[Hit]:
    groups: dict[object, list[Scored]] = {}
    by_file = run.request.group_by == "file"
    for item in ranked:
        row = lists.rows[item.chunk]
        source = run.verifier.sources.get(row.path)
        if source is not None and source.digest == run.verifier.indexed_digest(row.path):
            groups.setdefault(row.path if by_file else item.chunk, []).append(item)
    return [_hit(run, lists, items) for items in groups.values()]


def _hit(run: Run, lists: Lists, items: list[Scored]) -> Hit:
    best = items[0]
    row = lists.rows[best.chunk]
    return make_hit(
        run.verifier.sources[row.path],
        lines=(row.start_line, row.end_line),
        score=best.score,
        signals=best.signals,
        reasons=best.reasons,
        symbol=hit_symbol(row),
        language=row.language,
        from_buffer=run.folder.is_buffer(row.path),
        terms=frozenset(run.question.terms),
        further=tuple(further_hit(lists.rows[item.chunk], round(item.score, 4)) for item in items[1:]),
        contributions=best.contributions if run.request.explain else None,
    )
