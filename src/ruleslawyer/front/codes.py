"""Every diagnostic of models, scopes and views, by number: what it means and how it is mended. `tests/errors` shows
each one of models and scopes."""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.front import subset


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a diagnostic, and what to write. reason: why it is refused, where that is not plain."""

    title: str
    mend: str
    reason: str = ""


_SEMANTIC = {
    "RL100": Meaning(
        "a file that is not Python",
        "mend what Python complains of at that place: a bracket, an indentation, a quote",
    ),
    "RL122": Meaning(
        "a construct that means nothing where it stands",
        "take it out, or move it to where the help of the message says that it belongs",
    ),
    "RL123": Meaning(
        "`is` with anything but None",
        "write `==` or `!=`; `is` and `is not` ask only whether something is None",
    ),
    "RL124": Meaning(
        "a function of Python that rules do not offer",
        "write it with what the language has: sums, counts, `any` and `all` over sorts, enums and sets",
    ),
    "RL125": Meaning("a statement at the top of a module", "move it into a function; a constant is `NAME = literal`"),
    "RL201": Meaning(
        "an unknown clause",
        "write an id that the register has, or add the clause to the register if the book has it",
    ),
    "RL202": Meaning(
        "an unknown name",
        "define the name, correct its spelling, or import it from the module that defines it",
    ),
    "RL203": Meaning("a name defined twice", "choose another name for one of them: names are unique in a ruleset"),
    "RL204": Meaning(
        "a name used before its definition",
        "move the definition above its first use, or the use below it",
    ),
    "RL205": Meaning(
        "an import that cannot be resolved",
        "list the module under `modules` in pyproject.toml, or correct the name that is imported",
    ),
    "RL206": Meaning("a reserved name", "choose another name: this one is a word of the language"),
    "RL207": Meaning(
        "an unknown field, attribute, member or number",
        "correct its spelling, or declare it in the class that the message points at",
    ),
    "RL208": Meaning(
        "a local that is not bound on every path",
        "bind the local before the `if`, or in each of its branches",
    ),
    "RL209": Meaning("a local bound twice", "give the new value a name of its own"),
    "RL210": Meaning(
        "a name that is no value, or cannot be called",
        "write a member, a parameter or a call in its place; `frozenset(Sort)` is all members of a sort",
    ),
    "RL211": Meaning("a clause that is not a text", 'write the id of the clause as a text in quotes, such as "4.2"'),
    "RL301": Meaning(
        "another type is expected",
        "use a value of the expected type, or change the type where it is declared",
    ),
    "RL302": Meaning("two types that have nothing in common", "compare values of one type"),
    "RL303": Meaning("a missing annotation", "say the type: `name: Type` for a parameter, `-> Type` for a result"),
    "RL304": Meaning(
        "an annotation that is no type of the language",
        "write a type of the language: bool, int, a sort, an enum, `frozenset[…]`, `Map[…]`, `Pile[…]`, or "
        "one of these with `| None`",
    ),
    "RL305": Meaning(
        "a type that may not stand here",
        "take a type that may stand there; the help of the message lists them",
    ),
    "RL306": Meaning(
        "an empty collection or None of an unknown type",
        "give the local a type: `x: frozenset[Player] = frozenset()`",
    ),
    "RL307": Meaning(
        "a comparison with None of what is never None",
        "take the comparison out, or let the type say `| None`",
    ),
    "RL308": Meaning(
        "a whole map, state or frame as a value",
        "name an entry, or go through all of them with `all(…)`, `any(…)` or `for`",
    ),
    "RL309": Meaning(
        "something without entries or members",
        "name a map, a pile or a set: only these have entries or members",
    ),
    "RL310": Meaning("a wrong number of arguments", "give one argument for each parameter"),
    "RL311": Meaning(
        "a literal out of range",
        "write a value within the range, or widen the range where it is declared",
    ),
    "RL312": Meaning("a condition that is no truth value", "write a comparison, such as `len(found) > 0`"),
    "RL313": Meaning("a named argument", "write the arguments in their places, without names"),
    "RL401": Meaning(
        "a class of no known kind",
        "make it a Sort, Grid, Enum, Constants, a state, a frame or a moment, or take it out",
    ),
    "RL402": Meaning(
        "a statement in a class",
        "leave only `name: type` there, with a text beneath it or none, and make a method a function of the module",
    ),
    "RL403": Meaning("members of an enum", "give each member a value of its own"),
    "RL404": Meaning("no state, or two", "write one `@state` class, with all fields"),
    "RL405": Meaning("whose decision a frame awaits", "add the field `awaits: frozenset[Player]` to the frame"),
    "RL406": Meaning("a default that may not stand here", "take the value off, and list it where the message says"),
    "RL407": Meaning(
        "a range or lifetime that may not stand here",
        "put the range, size or lifetime where the integer, the pile or the field is that it speaks of",
    ),
    "RL408": Meaning(
        "not a literal",
        "write an integer, True, False, a member of an enum, or a tuple or frozenset of those",
    ),
    "RL409": Meaning(
        "a number without `number(…)`",
        'write the number with its clause: `hand: int = number(7, "4.2")`',
    ),
    "RL410": Meaning("an attribute of a grid", "write `row: int` and `column: int`"),
    "RL501": Meaning(
        "a decorator that does not exist here",
        "write a decorator that the thing has; the nearest is named",
    ),
    "RL502": Meaning(
        "an argument of a decorator",
        "leave the argument out, or write it as the help of the message shows",
    ),
    "RL503": Meaning(
        "parameters that differ from the base's",
        "write the parameters as those of the action, term or question that it belongs to",
    ),
    "RL504": Meaning("the state as first parameter", "begin the parameters with `s: State`"),
    "RL505": Meaning(
        "the frame as second parameter",
        "write the frame as second parameter: `(s: State, f: Auction, …)`",
    ),
    "RL506": Meaning(
        "`over=` something that cannot be beaten, or `after=` what is never due at once",
        "name a clause of the same action, term or deed that stands against this one, or a duty of the same frame",
    ),
    "RL507": Meaning("`over=` in a circle", "take one `over=` of the circle out"),
    "RL508": Meaning(
        "`over=` or `after=` without a reason",
        'say why with `because="…"`, let the condition of what is over ask a question, or take it off',
    ),
    "RL509": Meaning("options of a question", "give the question at least one option, and each option one meaning"),
    "RL510": Meaning("a piece that a ruleset has once", "write it once, or add it where it is missing"),
    "RL511": Meaning("an action without an actor", "add a parameter of the sort Player, or make it a chance action"),
    "RL512": Meaning(
        "a joint action, its seats, and members of sets",
        "give a joint action its frame with `at=`, and one choice for each seat",
    ),
    "RL513": Meaning("`matters` of a field", "name a field of the state"),
    "RL514": Meaning(
        "the result of a rule",
        "give what such a rule gives: `-> bool` of a permit or a forbid, `-> None` of an action",
    ),
    "RL515": Meaning(
        "what a check refers to",
        "name what the check is about: an action, a term or a field that is there",
    ),
    "RL516": Meaning(
        "the ruleset itself",
        'write `name = Ruleset("name")` in the first module, and import it in the others',
    ),
    "RL517": Meaning(
        "who knows a member of a sort, or sees a field",
        "write `seen` with the state, a member of the sort or the key of the field's entry, and a player who looks",
    ),
    "RL528": Meaning("what is said of each player", "write `out` or `payoff` with the state and a player"),
    "RL529": Meaning("an exception from who is out", "take `may_be_out` off where nobody who is out could be meant"),
    "RL530": Meaning("what a settle waits for", "ask it in the settle's `when`, which is asked in every state"),
    "RL535": Meaning(
        "an assumption that is not about members",
        "take parameters of sorts or enums alone, and promise what holds of states with `@checks.always`",
    ),
    "RL520": Meaning("the deed that an `instead` names", "write `by=` and the name of the deed that takes the place"),
    "RL521": Meaning(
        "an adjustment or bound of what is no number",
        "write an exception with another value: only numbers are multiplied, added to and bounded",
    ),
    "RL531": Meaning(
        "a number that is both multiplied and added to",
        "say the number in an exception, ask a question, or give what comes first a term of its own",
    ),
    "RL522": Meaning("what a trigger reacts to, and how it is missed", "write `on=` and the moment that it reacts to"),
    "RL523": Meaning(
        "a clause that several rules share",
        "share the clause among rules of one kind: actions with actions, deeds with deeds",
    ),
    "RL524": Meaning(
        "a reading that never decides",
        "make it an answer with its clauses, let the other be SILENT, or take the reading out",
    ),
    "RL525": Meaning(
        "what a guest is played on",
        "say the same in pyproject.toml and in the code: what the guest is played on",
    ),
    "RL526": Meaning(
        "what a guest adds to a class of its host",
        "put all that the guest adds into one class of its host's",
    ),
    "RL527": Meaning(
        "an outcome of chance that nothing permits",
        "say in the domain what may happen, or permit it with a clause of its own",
    ),
    "RL601": Meaning("a write outside `effect(…)`", 'put it under `with effect("4.2"):`, which names its clause'),
    "RL602": Meaning(
        "a write in a rule that only says something",
        "write in an action, a duty or the initial rule, and let the term give the value",
    ),
    "RL603": Meaning("a write to something rigid", "keep what changes in a field of the state"),
    "RL604": Meaning("a question behind a rule that may not ask", "ask it in a permit, a forbid or an effect"),
    "RL605": Meaning("a definition by itself", "let one of them read the state instead of calling the next"),
    "RL606": Meaning("an end without `return`", "end every path with `return`"),
    "RL607": Meaning("a statement that is never reached", "take it out, or the return above it"),
    "RL608": Meaning("a return inside a loop", "write `return any(…)`, `return all(…)` or `return the(…)`"),
    "RL609": Meaning(
        "a change of what was there, at the same time as another",
        "write the whole new value once, or use `gain` and `lose`, which add up",
    ),
    "RL610": Meaning(
        "a frame that opens or closes at the same time as others",
        "open or close the frame before the block, or after it",
    ),
    "RL611": Meaning("a statement that says nothing", "return the value, write it somewhere, or take it out"),
    "RL612": Meaning(
        "a body where none belongs",
        "leave the body that belongs there: `ask()` in a question, `...` where nothing is done",
    ),
    "RL613": Meaning(
        "an effect inside another",
        'end the first effect, or cite both clauses in one: `with effect("4.2", "4.3"):`',
    ),
    "RL614": Meaning(
        "a frame that cannot open inside another",
        "close the outer frame first, or declare the inner one after it",
    ),
    "RL615": Meaning("what a player knows", "ask `knows(who, fact)` in an `always` or `sometimes`, of a field"),
    "RL616": Meaning("whether an action may be done", "ask `allows(action, s, …)` in a check, of a state at rest"),
    "RL620": Meaning("a deed that leads to itself", "let one of the deeds write what the next would do"),
    "RL700": Meaning("a scope file that is not TOML", "mend the line of TOML that is named, or the one above it"),
    "RL701": Meaning(
        "an unknown table of a scope",
        "correct the name of the table; the message lists those that there are",
    ),
    "RL702": Meaning(
        "an unknown name in a scope",
        "correct the name: only what the ruleset declares can be given a value",
    ),
    "RL703": Meaning("a value of another type in a scope", "write a value of the type that the message names"),
    "RL704": Meaning(
        "something missing in a scope",
        'give the value in the scope, or say `"open"` where any value may be',
    ),
    "RL705": Meaning("a size that cannot be", "write a size of at least one, and of a grid its rows and columns"),
    "RL706": Meaning("something given twice in a scope", "list each once"),
    "RL707": Meaning("a value out of range in a scope", "write a value within the range that the message names"),
    "RL708": Meaning("a grid of a scope", "give the grid its `rows` and `columns`, and nothing else"),
    "RL709": Meaning(
        "a scope that extends another one",
        "name a scope that lies beside this one, and that does not extend this one",
    ),
    "RL710": Meaning("a list of cards", "write the list of cards beside the scope, with a column for each attribute"),
    "RL711": Meaning("a view that names what there is not", "correct the name in view.toml, or take the entry out"),
    "RL712": Meaning(
        "a value of an area that no area of a view has",
        "add the value to the `at` of an area, or write `[[area]]` for it",
    ),
    "RL713": Meaning(
        "an action without a sentence in a view",
        "add a sentence for the action under `[deeds]`",
    ),
    "RL715": Meaning(
        "a scope that does not meet an assumption",
        "print something else on the members that the message names, or take the assumption out",
    ),
    "RL801": Meaning(
        "a file that does not say which sections it holds",
        "begin the file's docstring with the sections that it holds, or name the file like a chapter",
    ),
    "RL802": Meaning("a term below an action", "move the term above the first action of the file"),
    "RL803": Meaning(
        "a permit or forbid away from its action",
        "move it to its action, below the permits that are there",
    ),
    "RL804": Meaning(
        "a guard that asks for a moment and cites nothing",
        'cite the clause that fixes the moment, `@die.when("5.7")`, or ask the condition in every state',
        "what happens by itself happens as soon as its condition holds; a moment that only its author thought of hides "
        "the states in which the book is silent",
    ),
    "RL805": Meaning(
        "a rule that touches what a question is about, and never asks it",
        'ask the question there, or say why not: `aside={"heal": "nobody is hurt"}`',
        "an answer that one route asks for and another forgets is an answer half given",
    ),
    "RL806": Meaning(
        "a step of an action that speaks of what the action never writes",
        "leave `of` away, so that it is asked of what is forced too, or say it of the field in an `always`",
        "the step of an action is its own effect: a duty that comes after it changes nothing there, so what is said "
        "of its field holds for nothing",
    ),
    "RL807": Meaning(
        "who wins or what is paid in a game that never ends",
        'say when the game ends, `@game.ended("9")`, or make a helper of what is asked before the end',
        "both are for where the game has ended: without a rule that ends it nobody ever wins and nothing is paid",
    ),
}

MEANINGS: dict[str, Meaning] = {
    **{
        row.code: Meaning(row.construct, row.instead, row.reason)
        for row in vars(subset).values()
        if isinstance(row, subset.Row)
    },
    **_SEMANTIC,
}
CODES: dict[str, str] = {code: meaning.title for code, meaning in MEANINGS.items()}
