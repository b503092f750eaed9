"""The program that is packaged: built in a clean clone so that another run makes the same bytes, and what it says of itself."""

import json
import os
import re
import shutil
import subprocess

# Where the clone stands while it is built, whatever its folder is called: the compiler's choices follow from the paths that it is given.
PLACE = "/mnt/kkmix"
IN_PLACE = f'mount -t tmpfs none {os.path.dirname(PLACE)} && mkdir {PLACE} && mount --bind "$0" {PLACE} && cd {PLACE} && exec setarch --addr-no-randomize scripts/build'


class PackageError(Exception):
    """Something cannot be packaged; the text says what, and what to do."""


def output_of(*words, **others):
    done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, **others)
    if done.returncode: raise PackageError(f"{words[0]}: {done.stderr.strip() or f'status {done.returncode}'}")
    return done.stdout


def clone(root, folder):
    """A clean clone of what is committed, and the time of its last commit, which all its files have: modules of C remember those of their headers."""
    place = os.path.join(folder, "kkmix")
    output_of("git", "clone", "--quiet", root, place)
    epoch = int(output_of("git", "-C", place, "log", "-1", "--format=%ct"))
    for folder, _, names in os.walk(place):
        for name in names: os.utime(os.path.join(folder, name), (epoch, epoch), follow_symlinks=False)
    return place, epoch


def isolation():
    """How this machine gives a process mounts of its own; None where it does not."""
    for words in (["unshare", "--mount"], ["unshare", "--mount", "--map-root-user"]):
        if not subprocess.run([*words, "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True).returncode: return words
    return None


def build(place, epoch):
    """Builds the clone; the path of the program.

    Three things make the Swift compiler's choices vary: the paths that it is given, where the system puts its memory, and how many threads it has. The
    first two are settled here, the third by scripts/build, which has one thread where SOURCE_DATE_EPOCH is set."""
    subprocess.run([os.path.join(place, "scripts", "setup")], check=True, stdout=subprocess.DEVNULL)
    words = isolation()
    if not words: raise PackageError("no mounts of its own for the build (unshare --mount): without them two folders give two programs; be root, or build with --program")
    done = subprocess.run([*words, "bash", "-c", IN_PLACE, place], env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch)}, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    if done.returncode: raise PackageError(f"scripts/build ended with {done.returncode}; its words are above")
    return os.path.join(place, ".build", "release", "kkmix")


class Program:
    """A built program: its facts for packages."""

    def __init__(self, path, folder, epoch):
        self.unstripped, self.epoch = os.path.realpath(path), epoch
        self.path = os.path.join(folder, "kkmix.stripped")
        for tool in ("strip", "objdump", "nm"):
            if not shutil.which(tool): raise PackageError(f"{tool} is not here: apt-get install binutils")
        self.host = os.path.join(folder, "kkmix-plugin-host.stripped")
        unstripped_host = os.path.join(os.path.dirname(self.unstripped), "kkmix-plugin-host")
        for stripped, whole in ((self.path, self.unstripped), (self.host, unstripped_host)):
            output_of("strip", "--strip-all", "--remove-section=.comment", "-o", stripped, whole)
        self.version = self.run("--version").strip()
        self.doctor = json.loads(self.run("doctor", "--json"))
        self.machine = os.uname().machine

    def run(self, *words):
        return output_of(self.path, *words, env={"PATH": os.environ["PATH"], "SOURCE_DATE_EPOCH": str(self.epoch), "LC_ALL": "C.UTF-8"})

    @property
    def libraries(self):
        return self.doctor["libraries"]

    def commands(self):
        """The first words of every command, and nothing for kkmix itself."""
        page = self.run("--generate-manual")
        block = page[page.index(".SH COMMANDS"):page.index(".SH OPTIONS")]
        return [""] + re.findall(r"^\\fB(.*)\\fR$", block, re.M)

    def needed(self):
        """The shared libraries without which it does not start."""
        return re.findall(r"NEEDED\s+(\S+)", output_of("objdump", "-p", self.path))

    def oldest_glibc(self):
        """The version of glibc that it needs, and the symbols that ask for it."""
        found = re.findall(r"\(GLIBC_([0-9.]+)\)\s+(\S+)", output_of("objdump", "-T", self.path))
        newest = max((version for version, _ in found), key=lambda version: [int(part) for part in version.split(".")])
        return newest, sorted({symbol for version, symbol in found if version == newest})

    def symbols(self):
        return output_of("nm", self.unstripped)
