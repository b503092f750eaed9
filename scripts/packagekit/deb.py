"""The Debian package, put together by dpkg-deb."""

import email.utils
import hashlib
import os
import shutil

from .program import output_of
from .tree import notice, settle, zipped

MACHINES = {"x86_64": "amd64", "aarch64": "arm64"}
REVISION = 1
DESCRIPTION = """Description: mix, render, measure and compare audio files offline
 kkmix mixes, converts, measures and compares audio files without a sound
 card, and tests programs that make sound against golden files. The same
 inputs and options give the same bytes on every machine.
 .
 Libraries for compressed formats are loaded when a file wants them;
 "kkmix doctor" says what an installation can read and write."""


def version(program):
    return f"{program.version}-{REVISION}"


def name(program):
    return f"kkmix_{version(program)}_{MACHINES[program.machine]}.deb"


def maintainer(root):
    """Who makes the package: as Debian's tools have it, else the author of the last commit."""
    if os.environ.get("DEBFULLNAME") and os.environ.get("DEBEMAIL"): return f"{os.environ['DEBFULLNAME']} <{os.environ['DEBEMAIL']}>"
    return output_of("git", "-C", root, "log", "-1", "--format=%an <%ae>").strip()


def relations(program):
    """Depends, Recommends, Suggests: the program's own list of libraries, and glibc."""
    fields = {"depends": [f"libc6 (>= {program.oldest_glibc()[0]})"], "recommends": [], "suggests": []}
    for library in program.libraries: fields[library["need"]].append(" | ".join(library["debian_packages"]))
    return {field.capitalize(): ", ".join(packages) for field, packages in fields.items() if packages}


def control(program, root, size):
    fields = {"Package": "kkmix", "Version": version(program), "Architecture": MACHINES[program.machine], "Maintainer": maintainer(root),
              "Installed-Size": str(size), **relations(program), "Section": "sound", "Priority": "optional"}
    return "".join(f"{key}: {value}\n" for key, value in fields.items()) + DESCRIPTION + "\n"


def changelog(program, root):
    date = email.utils.format_datetime(email.utils.datetime.datetime.fromtimestamp(program.epoch, email.utils.datetime.timezone.utc))
    return f"kkmix ({version(program)}) unstable; urgency=medium\n\n  * Release {program.version}; what is new stands in changelog.gz.\n\n -- {maintainer(root)}  {date}\n"


def copyright_file(program, root):
    """By Debian's machine-readable format, with what is linked into the program."""
    with open(os.path.join(root, "LICENSE"), encoding="utf-8") as file: text = file.read().split("\n\n", 2)
    owner = text[1].removeprefix("Copyright (c) ")
    licence = "\n".join(f" {line}" if line else " ." for line in text[2].rstrip().split("\n"))
    linked = notice(program, root).split("\n\n")[1]
    comment = "\n".join(f" {line}" for line in linked.split("\n"))
    return ("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: kkmix\nComment: Linked into the program are libraries of the Swift toolchain and of GCC:\n"
            f"{comment}\n Debian systems have the Apache licence 2.0 in /usr/share/common-licenses/Apache-2.0\n and the GNU GPL, version 3, in /usr/share/common-licenses/GPL-3.\n"
            f"\nFiles: *\nCopyright: {owner}\nLicense: Expat\n{licence}\n")


# What lintian says of the package, and why it stays so. Each is a rule of Debian's own archive, or costs what a user would feel.
OVERRIDES = """# The package comes from the project itself, not from Debian's archive: no bug asked for it.
kkmix: initial-upload-closes-no-bugs
# At fixed addresses a short job starts a fifth sooner. The program's own code checks its memory; the libraries, the heap and the stack are at random places.
kkmix: hardening-no-pie
# Nobody starts it but kkmix.
kkmix: no-manual-page [usr/bin/kkmix-plugin-host]
"""


def make(program, root, tree, folder, output):
    """Makes the package of a tree, as lay_out has it, below /usr."""
    base = os.path.join(folder, "deb")
    shutil.copytree(tree, os.path.join(base, "usr"))
    documents = os.path.join(base, "usr", "share", "doc", "kkmix")
    shutil.rmtree(documents)
    os.makedirs(documents)
    os.rename(os.path.join(base, "usr/share/zsh/site-functions"), os.path.join(base, "usr/share/zsh/vendor-completions"))

    def write(path, data):
        with open(path, "wb") as file: file.write(data)

    with open(os.path.join(root, "CHANGELOG.md"), "rb") as file: write(os.path.join(documents, "changelog.gz"), zipped(file.read()))
    write(os.path.join(documents, "changelog.Debian.gz"), zipped(changelog(program, root).encode()))
    write(os.path.join(documents, "copyright"), copyright_file(program, root).encode())
    os.makedirs(os.path.join(base, "usr/share/lintian/overrides"))
    write(os.path.join(base, "usr/share/lintian/overrides/kkmix"), OVERRIDES.encode())
    manuals = os.path.join(base, "usr", "share", "man", "man1")
    for page in os.listdir(manuals):
        path = os.path.join(manuals, page)
        with open(path, "rb") as file: write(path + ".gz", zipped(file.read()))
        os.remove(path)
    files = sorted(os.path.join(place, one) for place, _, names in os.walk(base) for one in names)
    size = sum(-(-os.path.getsize(path) // 1024) for path in files)
    os.makedirs(os.path.join(base, "DEBIAN"))
    write(os.path.join(base, "DEBIAN", "control"), control(program, root, size).encode())
    sums = []
    for path in files:
        with open(path, "rb") as file: sums.append(f"{hashlib.md5(file.read()).hexdigest()}  {os.path.relpath(path, base)}\n")
    write(os.path.join(base, "DEBIAN", "md5sums"), "".join(sums).encode())
    settle(base, program.epoch)
    output_of("dpkg-deb", "--root-owner-group", "-Zxz", "--threads-max=1", "--build", base, output, env={**os.environ, "SOURCE_DATE_EPOCH": str(program.epoch)})
