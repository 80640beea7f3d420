"""Every clause stands in exactly one chapter, whatever a manual says or leaves unsaid."""

from rulekit.manual.chapters import place_clauses
from rulekit.manual.manual import Chapter, ChapterGroup, Manual

IDS = ("turn.one", "turn.two", "turn.two.more", "end.one", "end-early.one", "box.one")


def chapters(*given: Chapter) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """The clauses of each chapter, part by part."""
    found = place_clauses(Manual(chapters=given), IDS)
    assert sorted(id_ for one in found for id_ in one.clauses) == sorted(IDS)
    return {one.id: [(part.title, part.clauses) for part in one.stretches] for one in found}


def test_without_a_manual_a_chapter_is_made_of_every_first_word() -> None:
    assert [(name, parts[0][1]) for name, parts in chapters().items()] == [
        ("turn", ("turn.one", "turn.two", "turn.two.more")),
        ("end", ("end.one",)),
        ("end-early", ("end-early.one",)),
        ("box", ("box.one",)),
    ]


def test_a_part_takes_its_clauses_from_the_chapter_around_it_and_a_name_from_any_group() -> None:
    found = chapters(
        Chapter(
            "all",
            "All",
            "",
            ChapterGroup("", ("turn", "end", "box")),
            (ChapterGroup("Two", ("turn.two",)), ChapterGroup("One", ("turn",))),
        ),
        Chapter("last", "Last", "", ChapterGroup("", (), ("box.one",))),
    )
    assert found == {
        "all": [
            ("", ("end.one", "end-early.one")),
            ("Two", ("turn.two", "turn.two.more")),
            ("One", ("turn.one",)),
        ],
        "last": [("", ("box.one",))],
    }


def test_clauses_named_one_by_one_stand_in_that_order() -> None:
    found = chapters(
        Chapter("a", "A", "", ChapterGroup("", ("turn", "end", "end-early", "box"), ("box.one", "end.one")))
    )
    assert found["a"][0][1][:2] == ("box.one", "end.one")


def test_what_no_chapter_names_is_never_lost_even_if_its_word_is_taken() -> None:
    assert chapters(Chapter("turn", "Ending", "", ChapterGroup("", ("end",))))["turn-rules"] == [("", IDS[:3])]


def test_a_chapter_made_of_a_word_never_takes_the_address_of_another_page() -> None:
    assert [one.id for one in place_clauses(Manual(), ("play.one", "index.two"))] == ["play-rules", "index-rules"]
