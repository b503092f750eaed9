"""The files of an installation, as they lie below /usr or /usr/local, and archives of them that are the same bytes every time."""

import gzip
import io
import os
import shutil
import tarfile

from .sbom import linked

NOTICE = """kkmix is under the MIT licence; its text follows. Linked into the program are, each under its own licence:

{parts}

Apache-2.0 is at https://www.apache.org/licenses/LICENSE-2.0; Swift's exception says that what is compiled into a program by Swift needs no notice. The GCC
Runtime Library Exception allows programs that are compiled with GCC's libraries to be conveyed under terms of their own choice.

"""


def notice(program, root):
    parts = "\n".join(f"- {name} {version}: {licence}" for name, version, licence in linked(program))
    with open(os.path.join(root, "LICENSE"), encoding="utf-8") as file: return NOTICE.format(parts=parts) + file.read()


def manual_name(command):
    return "-".join(["kkmix", *command.split()]) + ".1"


def lay_out(program, root, folder):
    """Writes bin and share into a folder."""
    def write(path, text):
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file: file.write(text)

    os.makedirs(os.path.join(folder, "bin"))
    for name, path in (("kkmix", program.path), ("kkmix-plugin-host", program.host)):
        shutil.copyfile(path, os.path.join(folder, "bin", name))
        os.chmod(os.path.join(folder, "bin", name), 0o755)
    for command in program.commands(): write(f"share/man/man1/{manual_name(command)}", program.run("--generate-manual", *command.split()))
    for shell, path in (("bash", "bash-completion/completions/kkmix"), ("zsh", "zsh/site-functions/_kkmix"), ("fish", "fish/vendor_completions.d/kkmix.fish")):
        write(f"share/{path}", program.run("--generate-completion-script", shell))
    for name in ("README.md", "CHANGELOG.md"):
        with open(os.path.join(root, name), encoding="utf-8") as file: write(f"share/doc/kkmix/{name}", file.read())
    write("share/doc/kkmix/LICENSE", notice(program, root))


def settle(folder, epoch):
    """Modes and times that do not depend on who makes it, and when."""
    for place, folders, names in os.walk(folder):
        for name in folders + names:
            path = os.path.join(place, name)
            os.chmod(path, 0o755 if os.path.isdir(path) or os.access(path, os.X_OK) else 0o644)
            os.utime(path, (epoch, epoch))
    os.chmod(folder, 0o755)
    os.utime(folder, (epoch, epoch))


def zipped(data):
    """gzip -n -9: no name, no time."""
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, compresslevel=9, mtime=0) as file: file.write(data)
    return out.getvalue()


def tarball(folder, name, epoch):
    """The folder as NAME/…, sorted, owned by root."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        paths = [folder] + [os.path.join(place, one) for place, folders, names in os.walk(folder) for one in folders + names]
        for path in sorted(paths):
            inner = os.path.normpath(os.path.join(name, os.path.relpath(path, folder)))
            member = archive.gettarinfo(path, inner)
            member.uid = member.gid = 0
            member.uname = member.gname = "root"
            member.mtime = epoch
            if member.isfile():
                with open(path, "rb") as file: archive.addfile(member, file)
            else: archive.addfile(member)
    return zipped(out.getvalue())
