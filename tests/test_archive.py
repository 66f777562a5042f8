"""The list of matches that were played: kept, limited, read back, refused."""

import json
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from okey import archive
from okey.archive import LARGEST, MAGIC, MOST, MOST_RECORDS, NOTHING, Archive, ArchiveError, Brought, Kept
from okey.record import Record
from okey.rules import RuleSet
from okey.statistics import summarize, totals
from tests.support import bot_match

WHEN = datetime(2026, 11, 30, 7, 0, 0, 123, UTC)
RULES = ("classic", "okey101+team", "duz")
RECORDS = [bot_match(str(number), 1 + number % 2, RuleSet.parse(RULES[number % 3]))[0] for number in range(6)]


def filled(count: int) -> Archive:
    kept = Archive()
    for number in range(count):
        record = RECORDS[number % len(RECORDS)]
        kept.add(record, summarize(record, 0), WHEN + timedelta(minutes=number))
    return kept


def test_statistics_recomputed_from_the_records_equal_the_kept_ones() -> None:
    kept = Archive.parse(filled(20).write())
    records = [match.record() for match in kept]
    assert all(record is not None for record in records)
    again = [summarize(record, 0) for record in records if record is not None]
    assert again == [match.summary for match in kept]
    assert totals(again) == totals(match.summary for match in kept)


def test_an_archive_reads_back() -> None:
    kept = filled(3)
    again = Archive.parse(kept.write())
    assert list(again) == list(kept)
    assert again.write() == kept.write()
    assert kept[0].ended == WHEN.replace(microsecond=0)
    assert kept[-1].record() == RECORDS[2]
    assert list(Archive.parse(Archive().write())) == []
    assert kept[0].ended.tzinfo == UTC
    kept.add(RECORDS[0], summarize(RECORDS[0], 0), datetime(2026, 11, 30, 10, tzinfo=timezone(timedelta(hours=3))))
    assert kept[-1].ended == WHEN.replace(microsecond=0)


def test_the_newest_two_hundred_keep_their_records(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = filled(MOST_RECORDS + 3)
    assert len(kept) == MOST_RECORDS + 3
    assert [match.packed is None for match in kept] == [True] * 3 + [False] * MOST_RECORDS
    assert kept[0].record() is None
    assert kept[0].summary == summarize(RECORDS[0], 0)
    monkeypatch.setattr(archive, "MOST", MOST_RECORDS + 3)
    first = kept[1]
    kept.add(RECORDS[0], summarize(RECORDS[0], 0), WHEN)
    assert len(kept) == MOST_RECORDS + 3
    assert kept[0] == first


def test_the_oldest_give_way_where_it_grows_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = filled(10)
    monkeypatch.setattr(archive, "LARGEST", len(kept.write()) - 10)
    newest = kept[-1]
    kept.add(RECORDS[0], summarize(RECORDS[0], 0), WHEN)
    assert kept[-2] == newest
    assert len(kept) < 11
    assert Archive.parse(kept.write()).write() == kept.write()


def test_a_record_too_long_to_be_packed_leaves_its_summary() -> None:
    record, kept = RECORDS[0], Archive()
    endless = Record(record.rules, record.seed, record.seats, record.actions * 3_000)
    kept.add(endless, summarize(record, 0), WHEN)
    assert kept[0].packed is None


def test_what_a_match_brought_is_kept_with_it() -> None:
    kept, brought = filled(1), Brought(-500, date(2026, 11, 30), "gul+kerem")
    kept.add(RECORDS[0], summarize(RECORDS[0], 0), WHEN, brought)
    assert [match.brought for match in Archive.parse(kept.write())] == [NOTHING, brought]
    assert "brought" not in kept[0].line()
    line = kept[1].line()
    for wrong in ("null", "[0,null]", '[0,"20261130",""]', '[0,null,"Gül"]', '[1.0,null,""]'):
        with pytest.raises(ValueError, match="brought"):
            Kept.parse(line.replace('[-500,"2026-11-30","gul+kerem"]', wrong))


LINE = filled(1)[0].line()


def changed(**values: object) -> str:
    return json.dumps(json.loads(LINE) | values)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "line 1"),
        ("okey matches 2\n", "line 1"),
        (MAGIC, "line 1"),
        (f"{MAGIC}\n{LINE}", "line 1"),
        (MAGIC + "\n" * (MOST + 3), "more than"),
        ("x" * (LARGEST + 1), "longer"),
        (f"{MAGIC}\n{LINE}\n{LINE[:-9]}\n", "line 3"),
        (f"{MAGIC}\n\n", "line 2"),
        (f"{MAGIC}\n[]\n", "line 2"),
        (f"{MAGIC}\n{'[' * 100_000}\n", "line 2"),
        (f"{MAGIC}\n{changed(ended=3)}\n", "line 2"),
        (f"{MAGIC}\n{changed(ended='yesterday')}\n", "line 2"),
        (f"{MAGIC}\n{changed(ended='2026-11-30T07:00:00')}\n", "line 2"),
        (f"{MAGIC}\n{changed(record=3)}\n", "line 2"),
        (f"{MAGIC}\n{changed(record='x' * 300_000)}\n", "line 2"),
        (f"{MAGIC}\n{changed(seat=9)}\n", "line 2"),
    ],
)
def test_what_is_no_archive_is_refused_with_the_line(text: str, where: str) -> None:
    with pytest.raises(ArchiveError, match=where) as refused:
        tuple(Archive.parse(text))
    assert len(str(refused.value)) < 300


def test_matches_that_cannot_be_read_are_left_out() -> None:
    assert Archive.parse(f"{MAGIC}\nnonsense\n{LINE}\n{LINE[:-9]}\n").sound().write() == f"{MAGIC}\n{LINE}\n"


def test_a_line_is_read_when_it_is_asked_for() -> None:
    kept = Archive.parse(f"{MAGIC}\nnonsense\n{LINE}\n")
    assert kept[-1] == Kept.parse(LINE)
    kept.add(RECORDS[0], summarize(RECORDS[0], 0), WHEN)
    with pytest.raises(ArchiveError, match="line 2"):
        list(kept)
