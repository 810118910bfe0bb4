"""`bench.balance` names what its tables count."""

from __future__ import annotations

import pytest

from bench.balance import question_of, spans, word_of
from skirmish_rl.envs.registry import available, ruleset_of


@pytest.mark.parametrize("name", available())
def test_cards_and_options_go_by_their_names_and_units_by_their_verb(name):
    ruleset = ruleset_of(name)
    layout = ruleset.layout
    for number, question in ruleset.questions.rows.items():
        for block_name in question.answers:
            block, at = layout.blocks[block_name], layout.offset[block_name]
            for k, option in enumerate(block.options if block.kind == "option" or block_name == "card" else ()):
                assert word_of(layout, at + k, number).endswith(option)
            if block.kind in ("cell", "number"):
                words = {word_of(layout, at + k, number) for k in range(block.size)}
                assert words == {layout.verb(number, block_name).split()[0]}
    assert all(option for _, block, option in spans(layout) if block == "card")


def test_a_question_about_a_card_names_it():
    questions = ruleset_of("dropzone_commander").questions
    cards = list(questions.subjects["card"])
    about = [number for number, question in questions.rows.items() if question.subject == "card"]
    assert len(about) > 2
    for number in about:
        names = {question_of(questions, number, int(card)) for card in cards}
        assert len(names) == len(cards) and not any(any(letter.isdigit() for letter in name) for name in names)
    assert question_of(questions, int(questions.decisions.MOVE), 3) == "move"
