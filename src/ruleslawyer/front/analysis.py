"""The state that the passes of the front end share: the modules, every name of the ruleset, and the diagnostics so
far."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable
from pathlib import Path

from ruleslawyer import lang
from ruleslawyer.base.diagnostics import Diagnostic, InternalError, nearest
from ruleslawyer.base.origin import Span
from ruleslawyer.front.codes import CODES
from ruleslawyer.front.declarations import Declaration, Module, RecordDecl, Refused, RulesetDecl
from ruleslawyer.ir.system import ClosedWorld, host_clause
from ruleslawyer.ir.types import Type

LIBRARY: dict[str, tuple[str, ...]] = {
    "ruleslawyer.lang": tuple(lang.__all__),
    "enum": ("Enum",),
    "typing": ("Annotated", "Final", "TypeAlias"),
    "__future__": ("annotations",),
}
"""What a ruleset may import besides its own modules."""

RESERVED = frozenset(
    {
        "any",
        "all",
        "sum",
        "min",
        "max",
        "len",
        "frozenset",
        "bool",
        "int",
        "tuple",
        "None",
        "True",
        "False",
    }
)
"""Names of Python that the language uses, so that no definition may take them."""


class Analysis:
    """The modules, every name of the ruleset, and the diagnostics so far, which the passes share."""

    def __init__(
        self,
        root: Path,
        ruleset: str,
        clauses: Collection[str] | None,
        host: str | None = None,
        assumed: Collection[str] | None = None,
    ) -> None:
        self.root, self.ruleset_name, self.clauses = root, ruleset, clauses
        self.host_name, self.assumed = host, assumed
        self.host: RulesetDecl | None = None
        self.modules: list[Module] = []
        self.names: dict[str, Declaration] = {}
        self.diagnostics: list[Diagnostic] = []
        self._reported: set[Diagnostic] = set()
        self.ruleset: RulesetDecl | None = None
        self.state: RecordDecl | None = None
        self.frames: dict[str, RecordDecl] = {}
        self.players: Type | None = None
        self.refused: set[ast.AST] = set()
        self.eager = False
        self.closed_worlds: dict[bool, ClosedWorld] = {}
        """What the ruleset says of it, and under True what its host says."""

    def report(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        label: str = "",
        second: Span | None = None,
        second_label: str = "",
        help: str = "",
    ) -> Refused:
        """Note a mistake; raise the result where nothing can go on."""
        if code not in CODES:
            raise InternalError(f"diagnostic {code} is not in the table of codes")
        diagnostic = Diagnostic(code, message, span, label, second, second_label, help)
        if diagnostic not in self._reported:
            self._reported.add(diagnostic)
            self.diagnostics.append(diagnostic)
        return Refused()

    def declare(self, declaration: Declaration) -> bool:
        """Give a name its one meaning in the whole ruleset; False (and reported) where it has one already."""
        name, module = declaration.name, declaration.module
        if name in RESERVED:
            self.report(
                "RL206",
                declaration.span,
                f"`{name}` is a word of the language",
                help="choose another name",
            )
            return False
        known = module.names.get(name) or self.names.get(name)
        if known is not None:
            self.report(
                "RL203",
                declaration.span,
                f"`{name}` is defined twice",
                second=known.span,
                second_label="first defined here",
                help="names are unique in a ruleset: choose another name for one of them",
            )
            return False
        module.names[name] = self.names[name] = declaration
        return True

    def clause(self, module: Module, node: ast.expr) -> str:
        """The clause id that a text names, checked against the register where there is one."""
        if node in self.refused:
            raise Refused
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.strip()):
            raise self.report(
                "RL211",
                module.span(node),
                "a clause is named by its id, as a text",
                help='write it as "4.2"',
            )
        cite = node.value
        if module.hosted and self.host_name is not None:
            if self.assumed is not None and cite not in self.assumed:
                self._no_clause(module, node, cite, self.assumed)
            return host_clause(self.host_name, cite)
        known = self.clauses
        if self.host_name is not None and cite.startswith(host_clause(self.host_name, "")):
            known = None if self.assumed is None else [host_clause(self.host_name, id_) for id_ in self.assumed]
        if known is not None and cite not in known:
            self._no_clause(module, node, cite, known)
        return cite

    def _no_clause(self, module: Module, node: ast.expr, cite: str, known: Collection[str]) -> None:
        help_ = nearest(cite, known, "add it under spec/") if known else "the register is empty: add it under spec/"
        self.report("RL201", module.span(node), f'no clause "{cite}" in the register', help=help_)

    def resolve_ruleset(self, module: Module, name: str, span: Span) -> RulesetDecl:
        """Resolve a name as `resolve` does, where it has to be a ruleset's."""
        found = self.resolve(module, name, span)
        if isinstance(found, RulesetDecl):
            return found
        raise self.report(
            "RL501",
            span,
            f"`{name}` is not a ruleset",
            second=found.span,
            second_label="it is defined here",
            help='write it of `… = Ruleset("…")`',
        )

    def resolve_earlier(self, module: Module, name: str, span: Span) -> Declaration:
        """Resolve a name as `resolve` does, where Python evaluates it at once: the definition comes first."""
        found = self.resolve(module, name, span)
        if found.module is module and found.span.line > span.line:
            raise self.report(
                "RL204",
                span,
                f"`{name}` is used before its definition",
                second=found.span,
                second_label="it is defined here",
                help="move the definition up, above this line",
            )
        return found

    def resolve(self, module: Module, name: str, span: Span, known: Iterable[str] = ()) -> Declaration:
        """The declaration that a name of a module stands for; a reported one raises quietly."""
        found = module.names.get(name)
        if found is not None:
            if found.broken:
                raise Refused
            return found
        elsewhere = self.names.get(name)
        if elsewhere is not None and elsewhere.module is not module:
            if elsewhere.broken:
                raise Refused
            raise self.report(
                "RL202",
                span,
                f"`{name}` is not known here",
                second=elsewhere.span,
                second_label="it is defined here",
                help=f"add `from {elsewhere.module.name} import {name}`",
            )
        if name in LIBRARY["ruleslawyer.lang"]:
            raise self.report(
                "RL202", span, f"`{name}` is not known here", help=f"add `from ruleslawyer.lang import {name}`"
            )
        if name in module.defined:
            raise self.report(
                "RL204",
                span,
                f"`{name}` is used before its definition",
                second=module.defined[name],
                second_label="it is defined here",
                help="move the definition up, above this line",
            )
        if name == "checks" and self.ruleset is not None:
            made = f"write `checks = Checks({self.ruleset.name})` above, and import `Checks` from ruleslawyer.lang"
            raise self.report("RL202", span, f"`{name}` is not known here", help=made)
        raise self.report(
            "RL202",
            span,
            f"`{name}` is not known here",
            help=nearest(name, [*known, *module.names], "define it, or import it from the module that does"),
        )
