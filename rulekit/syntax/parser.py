"""From tokens to trees: the LALR loop, one declaration at a time, so that one slip hides no other.

Lark works the tables out from the grammar; the loop here is our own, because words are keywords only where the grammar
has room for one, because trees are built while reading, without a second pass, and because it must go on after a slip:
the line with the slip is left out and the declaration is read again.
"""

from __future__ import annotations

from typing import Any

from rulekit.diagnostics import Problem, problem
from rulekit.limits import DEPTH_LIMIT, PROBLEMS_LIMIT
from rulekit.records import record
from rulekit.source import Span
from rulekit.syntax.contradictions import contradictions
from rulekit.syntax.lexer import Comment, Lexed, Token, lex
from rulekit.syntax.line_dropping import lines_of, without_lines, words_of
from rulekit.syntax.parse_tables import SILENT, ParseTables, tables
from rulekit.syntax.parse_tree import Tree
from rulekit.syntax.reserved_words import JOINT, used_as_names

SLIPS_A_DECLARATION = 20  # so many lines of one declaration may be wrong before we stop reading it
PILES = frozenset(("pile", "set", "bag"))
UNSEEN = frozenset(("_NL", "_INDENT", "_DEDENT"))
CHAINED = frozenset(("sum", "term", "chain", "applied"))  # flat as text; worked out, each part holds those before it
new_tuple = tuple.__new__  # a token without the detour through its constructor


@record
class Parsed:
    """The trees of one file in order, its remarks, and what could not be read.

    `unread` are the words of lines that are in no tree, and of the lines that open the declarations they stand in: of
    what is called so nobody knows the whole. None if so much is unread that nothing more can be said.
    """

    file: str
    trees: list[Tree]
    comments: list[Comment]
    problems: list[Problem]
    unread: frozenset[str] | None = frozenset()


class SyntaxFault(Exception):
    """Where the loop could not go on: the token, and the signs that could have stood there."""

    def __init__(self, at: int, expected: dict[str, int], too_deep: bool = False) -> None:
        self.at = at
        self.expected = expected
        self.too_deep = too_deep
        self.joint: list[Token] = []  # joint words that were read as names before


def parse(text: str, file: str) -> Parsed:
    """Read one file to the end; every slip is reported, nothing is raised."""
    lexed = lex(text, file)
    found = list(lexed.problems)
    bad = {p.span.line for p in found if p.span}
    unread = set(bad)
    trees: list[Tree] = []
    for tokens in lexed.declarations:
        if len(found) > PROBLEMS_LIMIT:
            break
        if tokens[0].type == "CLAUSE":
            found = _less_empty(found, tokens[0].line)
        made = _declaration(without_lines(tokens, bad) if bad else tokens, lexed, found, unread)
        trees += made
        if not made:
            unread.update(token.line for token in tokens)
        elif unread and any(token.line in unread for token in tokens):
            unread.add(tokens[0].line)
    found.sort(key=lambda slip: slip.span.start if slip.span else (0, 0))
    words = None if len(found) > PROBLEMS_LIMIT else words_of(text, unread)
    return Parsed(file, trees, lexed.comments, _not_again(found), words)


def _not_again(found: list[Problem]) -> list[Problem]:
    """Where a joint word was declared as a name, lines that use the name are not wrong once more."""
    declared: dict[str, Problem] = {}
    for slip in found:
        if slip.code == "K02":
            declared.setdefault(f"`{slip.facts.get('name')}`", slip)
    return [slip for slip in found if slip.code not in ("K01", "K02") or _first(slip, declared)]


def _first(slip: Problem, declared: dict[str, Problem]) -> bool:
    """Is this where the name is met first, or something else?"""
    name = slip.facts.get("found", "") if slip.code == "K01" else f"`{slip.facts.get('name')}`"
    return declared.get(name, slip) is slip


def _less_empty(found: list[Problem], line: int) -> list[Problem]:
    """Without the complaint that nothing is indented below the line above: it stands here, at the margin."""
    last = found[-1] if found else None
    follows = last is not None and last.span is not None and last.span.line < line
    return found[:-1] if last is not None and follows and (last.code, last.variant) == ("K03", "empty") else found


def _declaration(tokens: list[Token], lexed: Lexed, found: list[Problem], unread: set[int]) -> list[Tree]:
    """Parse; at a slip report it, leave out its line, and read on to find the next one."""
    table = tables()
    for _ in range(SLIPS_A_DECLARATION):
        if not tokens:
            return []
        try:
            joint: list[Token] = []
            trees = run(tokens, table, joint)
        except SyntaxFault as slip:
            token = tokens[min(slip.at, len(tokens) - 1)]
            said = _complaint(slip, tokens, lexed.file)
            found.append(said)
            line = said.span.line if said.span is not None else token.line
            if slip.too_deep or tokens[0].line in (line, token.line):
                return []
            left = without_lines(tokens, {line})
            unread |= {line} | lines_of(tokens) - lines_of(left)
            tokens = left
        else:
            found += used_as_names(trees, tokens, lexed.file) if joint else []
            found += contradictions(tokens, lexed.file)
            return trees
    return []


def _complaint(slip: SyntaxFault, tokens: list[Token], file: str) -> Problem:
    """The message for a slip: too deep, or what stands there and what could have stood there."""
    if slip.too_deep:
        token = tokens[min(slip.at, len(tokens) - 1)]
        span = Span(file, token.line, token.column, token.line, token.end)
        return problem("K88", span, depth=DEPTH_LIMIT + 1, limit=DEPTH_LIMIT)
    from rulekit.syntax import expected_tokens  # a file without slips needs none of it

    return expected_tokens.complaint(slip.expected, tokens, slip.at, file, slip.joint, _reads)


def _reads(tokens: list[Token], start: int) -> bool:
    """Would this much of a declaration read to its end, without a joint word for a name behind `start`?"""
    try:
        return not used_as_names(run(tokens, tables()), tokens, "")
    except SyntaxFault as slip:
        line = tokens[start].line
        return slip.at == len(tokens) and not slip.too_deep and not any(token.line >= line for token in slip.joint)


def run(tokens: list[Token], table: ParseTables, joint: list[Token] | None = None) -> list[Tree]:
    """The LALR loop over one declaration. Keywords are keywords only where the grammar has room for one.

    `joint` gathers the joint words that were read as names.
    """
    actions, rules, chains, keywords = table.actions, table.rules, table.chains, table.keywords
    states: list[int] = [table.start]
    values: list[Any] = []
    index, count = 0, len(tokens)
    joint = [] if joint is None else joint
    row = actions[table.start]
    while index <= count:
        step = 1
        if index == count:
            kind, token = "$END", tokens[-1]
        else:
            token = tokens[index]
            kind = token[0]
            if kind == "NAME":
                text = token[1]
                if text in PILES and "SHAPE" in row and tokens[index + 1].text == "of":
                    kind, step = "SHAPE", 2
                    token = Token("SHAPE", f"{text} of", token.line, token.column, tokens[index + 1].end)
                else:
                    keyword = keywords.get(text)
                    if keyword is not None and keyword in row:
                        kind = keyword
                        token = new_tuple(Token, (kind, text, token[2], token[3], token[4]))
            elif kind == "ARROW":
                kind = keywords["->"]
        while True:
            action = row.get(kind)
            if action is None:
                slip = SyntaxFault(index, row)
                slip.joint = joint
                raise slip
            if action >= 0:
                break
            rule = rules[~action]
            if rule[3] and rule[2] == 1 and type(values[-1]) is not list:  # it stands for its only part
                key = (states[-2], states[-1], kind)
                states[-1] = chains[key] if key in chains else _chain(table, key)
            else:
                _reduce(rule, states, values, actions, token, index)
            if kind == "$END" and states[-1] == table.end:
                return [v for v in values[0].kids if type(v) is Tree]
            row = actions[states[-1]]
        if kind == "NAME" and token[1] in JOINT:
            joint.append(tokens[index])
        row = actions[action]
        states.append(action)
        values.append(token)
        index += step
    raise AssertionError("the grammar always ends in $END")


def _chain(table: ParseTables, key: tuple[int, int, str]) -> int:
    """Where one part leads that stands for itself alone, rule after rule: that hangs on two states and what follows."""
    below, state, kind = key
    while True:
        action = table.actions[state].get(kind)
        if action is None or action >= 0:
            break
        origin, _, size, transparent = table.rules[~action]
        if not transparent or size != 1:
            break
        state = table.actions[below][origin]
    table.chains[key] = state
    return state


def _reduce(
    rule: tuple[str, str, int, bool],
    states: list[int],
    values: list[Any],
    actions: list[dict[str, int]],
    token: Token,
    index: int,
) -> None:
    """Applies one rule: the parts at the top of the stack become a tree, or its only part if the rule stands for that
    part alone.

    It is long, and its parts are not functions, since it runs for each node of each tree. Depth is counted here
    because everything later goes down trees by recursion.
    """
    origin, name, size, transparent = rule
    parts = values[len(values) - size :] if size else []
    if size:
        del states[-size:], values[-size:]
    states.append(actions[states[-1]][origin])
    if not name:
        values.append(_helper(parts))
        return
    kids: list[Any] = []
    depth = 1
    for part in parts:
        sort = type(part)
        if sort is Token:
            if part[0] not in SILENT:
                kids.append(part)
        elif sort is Tree:
            kids.append(part)
            if part.depth >= depth:
                depth = part.depth + 1
        else:
            kids += part
            for kid in part:
                if type(kid) is Tree and kid.depth >= depth:
                    depth = kid.depth + 1
    if transparent and len(kids) == 1:
        values.append(kids[0])
        return
    if len(kids) > 3 and name in CHAINED:
        depth += len(kids) // 2 - 1
    if depth > DEPTH_LIMIT:
        raise SyntaxFault(index, {}, too_deep=True)
    head, tail = (parts[0], parts[-1]) if parts else (token, token)
    if type(head) is Tree:
        first = head.first
    else:
        first = head if type(head) is Token and head[0] not in UNSEEN else _first_of(parts) or token
    if type(tail) is Tree:
        last = tail.last
    else:
        last = tail if type(tail) is Token and tail[0] not in UNSEEN else _last(parts) or first
    values.append(Tree(name, kids, first, last, depth))


def _helper(parts: list[Any]) -> list[Any]:
    """A repeated part: its members in one list that grows in place, so that long lists stay cheap."""
    if parts and type(parts[0]) is list:
        grown: list[Any] = parts[0]
        rest = parts[1:]
    else:
        grown, rest = [], parts
    for part in rest:
        if type(part) is list:
            grown.extend(part)
        elif type(part) is Tree or part.type not in SILENT:
            grown.append(part)
    return grown


def _first_of(parts: list[Any]) -> Token | None:
    """The first token that is seen among some parts, for the place of a tree; layout is not seen."""
    for part in parts:
        if type(part) is Tree:
            return part.first
        if type(part) is list:
            inner = _first_of(part)
            if inner is not None:
                return inner
        elif part[0] not in UNSEEN:
            return part  # type: ignore[no-any-return]
    return None


def _last(parts: list[Any]) -> Token | None:
    """The last token that is seen among some parts."""
    for part in reversed(parts):
        if type(part) is Tree:
            return part.last
        if type(part) is list:
            inner = _last(part)
            if inner is not None:
                return inner
        elif part[0] not in UNSEEN:
            return part  # type: ignore[no-any-return]
    return None
