"""Code in the cache that somebody else has put there is never run; what could be somebody else's is refused.

A tool that was tampered with fills the folder: machine code of every function and code of every template leave a mark
as they run. It has another secret, as another user or another machine has.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path

import pytest

from ruleslawyer.base.files.kept import ANSWERS, CODE
from tests.cli.forked import Ran, forked

FERRY = Path(__file__).parents[1] / "projects" / "ferry"

TAMPERED = """
import marshal, pickle, re
import jinja2.bccache
import llvmlite.binding as llvm
MARK = {mark!r}
left = marshal.dumps(compile("open({mark!r}, 'a').write('template ')", "page", "exec"))
jinja2.bccache.Bucket.bytecode_to_string = (
    lambda self: jinja2.bccache.bc_magic + pickle.dumps(self.checksum, 2) + left
)
command = b"echo code >>" + MARK.encode() + b"\\0"
parse = llvm.parse_assembly

def parsed(text, *more, **named):
    call = "  %%marked = call i32 @system(ptr @mark)\\n".replace("%%", "%")
    found = re.sub(r"(?m)^(define [^\\n]*\\{{\\n(?:[\\w.]+:[^\\n]*\\n)?)", lambda m: m[1] + call, text)
    if found != text:
        signs = "".join("\\\\%02X" % sign for sign in command)
        found = f'@mark = internal constant [{{len(command)}} x i8] c"{{signs}}"\\ndeclare i32 @system(ptr)\\n' + found
    return parse(found, *more, **named)

llvm.parse_assembly = parsed
"""


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))


def ran(project: Path, *arguments: str, user: str, cache: Path, first: str = "") -> Ran:
    """What a command does with that cache for a user, who has a secret of his own."""
    state = cache.parent / user
    environment = {"RULESLAWYER_CACHE": str(cache), "RULESLAWYER_ANSWERS": "", "XDG_STATE_HOME": str(state)}
    return forked(project, *arguments, environment=environment, first=first, longest=120)


EXPLORE = "explore", "ferry", "--engine", "native"


@pytest.mark.parametrize("asked", [EXPLORE, ("check", "--no-prove", "-o", "report")], ids=["machine code", "templates"])
def test_it_is_not_run(ferry: Path, tmp_path: Path, asked: tuple[str, ...]) -> None:
    mark, cache = tmp_path / "mark", tmp_path / "cache"
    ran(ferry, *asked, user="another", cache=cache, first=TAMPERED.format(mark=str(mark)))
    mark.unlink(missing_ok=True)
    ran(ferry, *asked, user="another", cache=cache)
    assert mark.exists(), "the tool that was tampered with does nothing"
    before = {file: file.read_bytes() for file in cache.glob(f"*{CODE}")}
    assert before
    mark.unlink()
    shown = ran(ferry, "cache", "show", "--json", user="me", cache=cache)
    assert json.loads(shown.out)["code"]["foreign"] == len(before)
    assert "never loaded" in " ".join(ran(ferry, "cache", "show", user="me", cache=cache).out.split())
    mine = ran(ferry, *asked, user="me", cache=cache)
    assert mine.code == ran(ferry, *asked, user="me", cache=tmp_path / "empty").code
    assert not mark.exists()
    assert any(file.read_bytes() != content for file, content in before.items())  # it is made anew, in its place


def test_own_code_is_found_again(ferry: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    ran(ferry, *EXPLORE, user="me", cache=cache)
    written = {file: file.stat().st_ino for file in cache.glob(f"*{CODE}")}
    ran(ferry, *EXPLORE, user="me", cache=cache)
    assert written and {file: file.stat().st_ino for file in cache.glob(f"*{CODE}")} == written


def test_the_secret_is_the_users_alone(ferry: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    ran(ferry, *EXPLORE, user="me", cache=cache)
    (secret,) = (file for file in (tmp_path / "me").rglob("*") if file.is_file())
    assert (secret.stat().st_mode & 0o777, secret.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert cache.stat().st_mode & 0o777 == 0o700
    for mode in (0o640, 0o604):
        secret.chmod(mode)
        said = ran(ferry, *EXPLORE, user="me", cache=cache)
        assert said.code == 2 and f"{secret}: others may read the secret" in said.err and f"rm '{secret}'" in said.err
    secret.chmod(0o600)
    secret.write_bytes(b"short")
    assert "damaged" in ran(ferry, *EXPLORE, user="me", cache=cache).err
    secret.unlink()
    secret.symlink_to(tmp_path / "elsewhere")
    assert "is no file" in ran(ferry, *EXPLORE, user="me", cache=cache).err


def test_where_there_is_no_place_for_a_secret(ferry: Path, tmp_path: Path) -> None:
    """Nothing is kept, and the same is said."""
    (tmp_path / "me").write_text("a file where a folder would be")
    found = ran(ferry, *EXPLORE, user="me", cache=tmp_path / "cache")
    assert found.code == ran(ferry, *EXPLORE, user="other", cache=tmp_path / "other cache").code
    assert not (tmp_path / "cache").exists()
    (tmp_path / "cache").mkdir()
    assert "no code is kept" in ran(ferry, "cache", "show", user="me", cache=tmp_path / "cache").out


def test_a_secret_in_the_folder_is_none(ferry: Path, tmp_path: Path) -> None:
    """Whoever carries the folder would carry it too."""
    ran(ferry, *EXPLORE, user="me/inside", cache=tmp_path / "me")
    assert not list((tmp_path / "me").rglob(f"*{CODE}"))


@pytest.mark.parametrize(
    ("asked", "variable", "mode"),
    [
        (EXPLORE, "RULESLAWYER_CACHE", 0o770),
        (EXPLORE, "RULESLAWYER_ANSWERS", 0o707),
        (("check", "--no-prove"), "RULESLAWYER_ANSWERS", 0o1777),
        (("cache", "show"), "RULESLAWYER_CACHE", 0o777),
        (("cache", "clear"), "RULESLAWYER_ANSWERS", 0o770),
    ],
)
def test_a_folder_of_others_is_refused(
    ferry: Path, tmp_path: Path, asked: tuple[str, ...], variable: str, mode: int
) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(mode)
    (tmp_path / "shared" / f"x{ANSWERS}").write_bytes(b"x")
    environment = {"RULESLAWYER_CACHE": str(tmp_path / "mine"), "RULESLAWYER_ANSWERS": str(tmp_path / "answers")}
    found = forked(ferry, *asked, environment=environment | {variable: str(tmp_path / "shared")})
    assert found.code == 2 and found.out == ""
    assert f"{tmp_path}/shared: others may write into this folder" in found.err
    assert f"chmod go-w '{tmp_path}/shared'" in found.err and variable in found.err
    assert (tmp_path / "shared" / f"x{ANSWERS}").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
@pytest.mark.parametrize("what", ["cache", "secret"])
def test_what_is_another_users_is_refused(ferry: Path, tmp_path: Path, what: str) -> None:
    cache = tmp_path / "cache"
    ran(ferry, *EXPLORE, user="me", cache=cache)
    os.chown(cache if what == "cache" else tmp_path / "me" / "ruleslawyer" / "secret", 12345, 12345)
    found = ran(ferry, *EXPLORE, user="me", cache=cache)
    assert found.code == 2 and "another user's" in found.err and "help:" in found.err


SEARCH = "explore", "ferry", "--disk", "search", "--max-states", "1"


def test_a_search_of_others_is_not_gone_on_with(ferry: Path, tmp_path: Path) -> None:
    """Code reads what lies there as it is. The user's own goes on."""
    cache = tmp_path / "cache"
    for user in ("me", "me"):
        assert ran(ferry, *SEARCH, user=user, cache=cache).code in (0, 1)
    found = ran(ferry, *SEARCH, user="another", cache=cache)
    assert found.code == 2 and "a search of something else" in found.err and "help:" in found.err
    checkpoint = max((ferry / "search").glob("level-*.json"))
    noted = json.loads(checkpoint.read_text("utf-8"))
    noted["value"]["levels"][-1]["transitions"] += 1
    noted["digest"] = hashlib.blake2b(json.dumps(noted["value"], sort_keys=True).encode(), digest_size=16).hexdigest()
    checkpoint.write_text(json.dumps(noted), "utf-8")
    found = ran(ferry, *SEARCH, user="me", cache=cache)
    assert found.code == 2 and "it is not what was written" in found.err
    (ferry / "search").chmod(0o770)
    found = ran(ferry, *SEARCH, user="me", cache=cache)
    assert found.code == 2 and "others may write into this folder" in found.err and "--disk" in found.err


def test_nothing_of_this_is_in_the_way_of_answers(tmp_path: Path) -> None:
    """What another user found is found again: answers are data, and travel."""
    said, answers = [], str(tmp_path / "answers")
    for user in ("another", "me"):
        environment = {
            "RULESLAWYER_CACHE": "", "RULESLAWYER_ANSWERS": answers, "XDG_STATE_HOME": str(tmp_path / user),
        }  # fmt: skip
        found = forked(FERRY, "explore", "ferry", environment=environment)
        said.append(found)
    assert "nothing has changed since this was made" not in said[0].err + said[0].out
    assert "nothing has changed since this was made" in said[1].err + said[1].out
