"""Debian's Slurm, unpacked into a folder: nothing is installed, and no right is needed."""

import os
import shutil
import subprocess

WANTED = ("slurmctld", "slurmd", "slurm-client")


class Unavailable(Exception):
    """Slurm cannot be had here; the text says why."""


class Toolbox:
    """Where Slurm's programs are, and what they need to be started."""

    def __init__(self, root):
        self.root = root
        libraries = [place for place, _, names in os.walk(os.path.join(root, "usr", "lib")) if any(name.startswith("libmunge.so") for name in names)]
        if not libraries:
            raise Unavailable(f"{root} has no libraries in it; remove it, and start again")
        self.plugins = os.path.join(libraries[0], "slurm-wlm")
        self.environment = {"PATH": os.pathsep.join([os.path.join(root, "usr", "bin"), os.path.join(root, "usr", "sbin"), os.environ.get("PATH", "/usr/bin:/bin")]),
                            "LD_LIBRARY_PATH": os.pathsep.join([libraries[0], self.plugins])}

    def program(self, name):
        """Debian calls the daemons slurmd-wlm, to keep other programs of that name apart."""
        for folder in ("bin", "sbin"):
            for suffix in ("-wlm", ""):
                path = os.path.join(self.root, "usr", folder, name + suffix)
                if os.path.isfile(path):
                    return path
        raise Unavailable(f"{self.root} has no {name}")


def toolbox(folder):
    """The toolbox of `folder`, fetched with apt-get when it is not there yet; raises Unavailable."""
    root = os.path.join(folder, "root")
    if not os.path.isdir(root):
        fetch(folder, root)
    box = Toolbox(root)
    for name in ("slurmctld", "slurmd", "slurmstepd", "sbatch", "squeue", "scontrol", "scancel", "sinfo"):
        box.program(name)
    missing = [line.split()[0] for name in ("slurmctld", "slurmd", "sbatch") for line in words_of_ldd(box, name) if "not found" in line]
    if missing:
        raise Unavailable(f"Slurm lacks {', '.join(sorted(set(missing)))} here")
    return box


def words_of_ldd(box, name):
    found = subprocess.run(["ldd", box.program(name)], env={**os.environ, **box.environment}, capture_output=True, text=True)
    return found.stdout.splitlines()


def fetch(folder, root):
    if not shutil.which("apt-get") or not shutil.which("dpkg"):
        raise Unavailable("Slurm's packages are unpacked from Debian's, and there is no apt-get here")
    names = needed() or (update() and needed())
    if not names:
        raise Unavailable(f"apt-get does not know {', '.join(WANTED)}")
    if os.path.exists(folder):
        shutil.rmtree(folder)
    packages, part = os.path.join(folder, "packages"), root + ".part"
    os.makedirs(packages)
    if not download(names, packages):
        update()
        if not download(names, packages):
            raise Unavailable(f"apt-get could not download {' '.join(names)}")
    for name in sorted(os.listdir(packages)):
        subprocess.run(["dpkg", "-x", os.path.join(packages, name), part], check=True)
    os.rename(part, root)


def needed():
    """The packages that an installation would bring, with all that they need and this system lacks; Slurm's own always."""
    tried = subprocess.run(["apt-get", "--simulate", "install", "--no-install-recommends", *WANTED], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if tried.returncode:
        return []
    names = [line.split()[1] for line in tried.stdout.splitlines() if line.startswith("Inst ")]
    return sorted({*names, *WANTED, "slurm-wlm-basic-plugins", "libmunge2"})


def download(names, folder):
    # As root apt-get would like to read the folder as somebody else, and only grumbles when it cannot.
    return subprocess.run(["apt-get", "-q", "download", *names], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def update():
    """The lists of packages are the system's: without the rights nothing is done."""
    rights = [] if os.getuid() == 0 else ["sudo", "-n"]
    try:
        subprocess.run([*rights, "apt-get", "-q", "update"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return False
    return True
