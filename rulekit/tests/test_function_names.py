"""Function names: one that returns something is called what it returns, one that does something verb and object.

A participle, an adverb or a preposition alone (`said`, `alone`, `about`) tells a reader neither; what answers yes or
no is called `is_..`, `has_..` or by a verb. An exception stands here with its reason, and fails if nothing needs it.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from rulekit.tests.source_tree import KIT, modules, tree

IRREGULAR = """
    begun bent bound bought broken brought built chosen done drawn fallen felt forbidden found given gone grown heard
    held hidden hurt kept known laid lain left lost made meant met paid ran risen said seen sent shown shut spent
    stood sworn taken thought thrown told torn undone unheld unmet untold unwritten went won worn woven written
"""
LITTLE_WORDS = """
    able about above across after again ahead alike alone along always any anything apart around aside astray at away
    back backwards bare because before behind below beside better beyond both closely dead deaf dense despite direct
    distinct due each earlier either else empty ever every everything extreme far few fewer final first forever free
    fresh front full good greedy here inside keen large last late later latest least local low many maybe modal more
    most near never no normal nothing now nowhere of often old once one onward openly other others outside over own
    past plain plainly pure quickly quiet quietly rare rough same secret seldom several short shy simple since single
    slow small some something static still straight stray surely there thorough through tiny together under unlike until
    untimely upwards usual where who whole why within without worth wrong yet
"""
SAY_NOTHING = {*IRREGULAR.split(), *LITTLE_WORDS.split()}
PARTICIPLE = re.compile(r"[a-z]{2,}(ed|ing)")
NOUNS = set(
    "ending feed heading king meaning need opening ping ring ruling seed setting speed spelling string typing".split()
)
"""Words of such an ending that are nouns or verbs."""

OTHER_RULES = {
    "play/codegen": "to be replaced by a compiler; its functions are named after the code they write",
    "mutate/operators": "a function is an operator, and reports bear its name: `within`, `declining`",
    "words": "the meaning of a word bears its name: `first`, `last`",
}
NAMES = {
    "of": "`CampaignItem.of(parent)` makes one, `costs.of(node)` looks one up",
    "pending": "what an engine waits for: the name of that in the protocol and in most servers",
    "below": "a random number below n, as `randbelow` of the library",
}
FUNCTIONS = {
    "check/configuration_space.py:GameConfig.chosen": "the options that were chosen, as the field of a configuration",
    "check/evaluation/evaluator.py:Evaluator.near": "the limit that generated code calls by this name as well",
    "check/names/symbol_info.py:ActionInfo.written": "the form `written` of the language",
    "check/tree/typed_conditions.py:Compare.compared": "a property of every typed value",
    "check/tree/typed_conditions.py:Equal.compared": "a property of every typed value",
    "check/tree/typed_expressions.py:Listed.listed": "a property of every typed value",
    "check/tree/typed_expressions.py:Local.local": "a property of every typed value",
    "check/tree/typed_expressions.py:Named.named": "a property of every typed value",
    "check/tree/typed_value.py:T.compared": "a property of every typed value: `value.compared`",
    "check/tree/typed_value.py:T.known": "a property of every typed value: `value.known`",
    "check/tree/typed_value.py:T.listed": "a property of every typed value: `value.listed`",
    "check/tree/typed_value.py:T.local": "a property of every typed value: `value.local`",
    "check/tree/typed_value.py:T.named": "a property of every typed value: `value.named(sort)`",
    "check/tree/typed_value.py:T.stored": "a property of every typed value: `value.stored`",
    "model/expressions.py:Prep.at": "the preposition at a place",
    "play/machine/run_limits.py:near": "generated code calls it by this name",
    "play/machine/run_limits.py:where": "generated code calls it by this name",
    "play/machine/run_limits.py:within": "generated code calls it by this name",
    "protocol/rules_engine.py:RulesEngine.back": "an operation of the protocol",
    "protocol/remembering_engine.py:RememberingEngine.back": "an operation of the protocol",
    "typesystem/types.py:Maybe.bare": "a property of every type: `kind.bare` is the type without `or nothing`",
    "typesystem/types.py:Type.bare": "a property of every type: `kind.bare` is the type without `or nothing`",
    "typesystem/types.py:Type.low": "the end of a range",
}


def says_nothing(name: str) -> bool:
    """Whether a name tells neither what is returned nor what is done."""
    return name in SAY_NOTHING or (name not in NOUNS and PARTICIPLE.fullmatch(name) is not None)


def functions(body: list[ast.stmt], within: str = "") -> Iterator[str]:
    """The public functions of a module, and the public methods of its public classes."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name[0] != "_":
            name = f"{within}{node.name}"
            yield from functions(node.body, f"{name}.") if isinstance(node, ast.ClassDef) else (name,)


def nameless(file: Path) -> Iterator[str]:
    """The functions of a file whose names say nothing."""
    place = file.relative_to(KIT).as_posix()
    if not place.startswith(tuple(f"{folder}/" for folder in OTHER_RULES)):
        for name in functions(tree(file).body):
            if says_nothing(name.rpartition(".")[2]):
                yield f"{place}:{name}"


def test_a_function_is_called_what_it_gives_or_does() -> None:
    found = {name for file in modules() for name in nameless(file)}
    by_name = {name for name in found if re.split(r"[.:]", name)[-1] in NAMES}
    assert found - by_name - FUNCTIONS.keys() == set(), "find a noun for what it returns, or a verb with its object"
    assert FUNCTIONS.keys() - found == set(), "is no exception any more, take it out"
    assert {re.split(r"[.:]", name)[-1] for name in by_name} == NAMES.keys()
    assert [folder for folder in OTHER_RULES if not (KIT / folder).is_dir()] == []


def test_a_participle_alone_would_be_found() -> None:
    body = ast.parse(
        "def said(): ...\nclass A:\n  def alone(self): ...\n  def is_alone(self): ...\n  def _told(self): ..."
    ).body
    assert [name for name in functions(body) if says_nothing(name.rpartition(".")[2])] == ["said", "A.alone"]
    assert says_nothing("guarded") and says_nothing("lacking") and says_nothing("where")
    assert not says_nothing("guard") and not says_nothing("ring") and not says_nothing("unexplained_goals")
