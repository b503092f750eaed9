"""One controller and some nodes on the loopback interface, in a folder of their own."""

import ctypes
import getpass
import os
import shutil
import signal
import socket
import subprocess
import time

# A job that asks for a retry waits as long as its credential lasts: two minutes, where nothing is set.
RETRY_SECONDS = 6
NODES = ("n1", "n2")


class ClusterError(Exception):
    """What went wrong in the cluster, with its own words."""


class Cluster:
    """Use it in a with statement: behind it no process is left."""

    def __init__(self, toolbox, folder):
        self.toolbox = toolbox
        self.folder = folder
        self.environment = {**os.environ, **toolbox.environment, "SLURM_CONF": os.path.join(folder, "slurm.conf")}
        for name in [name for name in self.environment if name.startswith(("SLURM_", "SBATCH_")) and name != "SLURM_CONF"]:
            del self.environment[name]
        self.daemons = []

    def __enter__(self):
        adopt_orphans()
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in ("state", *NODES):
            os.makedirs(os.path.join(self.folder, name))
        with open(self.environment["SLURM_CONF"], "w") as file:
            file.write(self.configuration())
        self.daemon("slurmctld", ["-D"])
        for node in NODES:
            self.daemon("slurmd", ["-D", "-N", node, "-d", self.toolbox.program("slurmstepd")], node)
        self.wait(lambda: self.idle_nodes() == len(NODES), 60, "the nodes do not come up")

    def configuration(self):
        user = getpass.getuser()
        ports = free_ports(1 + len(NODES))
        lines = [
            "ClusterName=kkmix", f"SlurmctldHost={socket.gethostname().split('.')[0]}(127.0.0.1)", f"SlurmctldPort={ports[0]}",
            f"SlurmUser={user}", f"SlurmdUser={user}", "AuthType=auth/none", "CredType=cred/none", f"AuthInfo=cred_expire={RETRY_SECONDS}",
            f"PluginDir={self.toolbox.plugins}", f"StateSaveLocation={self.folder}/state", f"SlurmctldPidFile={self.folder}/slurmctld.pid",
            f"SlurmctldLogFile={self.folder}/slurmctld.log", f"SlurmdPidFile={self.folder}/%n/slurmd.pid", f"SlurmdSpoolDir={self.folder}/%n",
            f"SlurmdLogFile={self.folder}/%n.log", "ProctrackType=proctrack/pgid", "TaskPlugin=task/none", "JobAcctGatherType=jobacct_gather/none",
            "MpiDefault=none", "SwitchType=switch/none", "SelectType=select/cons_tres", "SelectTypeParameters=CR_Core", "SchedulerType=sched/backfill",
            "SchedulerParameters=sched_interval=2,bf_interval=2,batch_sched_delay=0,sched_min_interval=0", "JobCompType=jobcomp/filetxt",
            f"JobCompLoc={self.folder}/jobs.log", "ReturnToService=2", "RequeueExit=75", "KillWait=5", "SlurmdParameters=config_overrides",
        ]
        lines += [f"NodeName={node} NodeHostname=localhost NodeAddr=127.0.0.1 Port={port} CPUs=2 RealMemory=500" for node, port in zip(NODES, ports[1:])]
        lines.append(f"PartitionName=all Nodes={','.join(NODES)} Default=YES MaxTime=10 State=UP")
        return "".join(line + "\n" for line in lines)

    def daemon(self, name, words, node=""):
        with open(os.path.join(self.folder, f"{node or name}.out"), "wb") as out:
            self.daemons.append(subprocess.Popen([self.toolbox.program(name), *words], env=self.environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                                 start_new_session=True, preexec_fn=die_with_parent))

    def run(self, name, *words, folder=None):
        """What a program of Slurm prints; raises ClusterError with its words when it fails."""
        done = subprocess.run([self.toolbox.program(name), *words], env=self.environment, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise ClusterError(f"{name} {' '.join(words)}: status {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def idle_nodes(self):
        try:
            states = self.run("sinfo", "--noheader", "--Node", "--format=%N %T").split()[1::2]
        except ClusterError:
            return 0
        return states.count("idle")

    def submit(self, script, *words, folder):
        """Submits a script; its job's number."""
        return self.run("sbatch", "--parsable", *words, script, folder=folder).strip().split(";")[0]

    def is_busy(self):
        return bool(self.run("squeue", "--noheader", "--format=%i").strip())

    def queue(self):
        return self.run("squeue", "--format=%i %T %r %S").strip()

    def jobs(self):
        """What the controller noted of each task that ended: a dictionary of its words."""
        try:
            with open(os.path.join(self.folder, "jobs.log")) as file:
                return [dict(word.split("=", 1) for word in line.split() if "=" in word) for line in file]
        except OSError:
            return []

    def wait(self, condition, seconds, problem):
        end = time.monotonic() + seconds
        while not condition():
            dead = [daemon.args[0] for daemon in self.daemons if daemon.poll() is not None]
            if dead or time.monotonic() > end:
                raise ClusterError(f"{problem}; {self.words()}")
            time.sleep(0.25)

    def words(self):
        """The last lines of every daemon's log."""
        texts = []
        for name in ("slurmctld.out", "slurmctld.log", *(f"{node}{ending}" for node in NODES for ending in (".out", ".log"))):
            try:
                with open(os.path.join(self.folder, name), errors="replace") as file:
                    texts.append(f"{name}:\n" + "".join(file.readlines()[-8:]))
            except OSError:
                pass
        return "\n".join(texts)

    def stop(self):
        """Ends the daemons and all that they started, tasks included."""
        for end in (signal.SIGTERM, signal.SIGKILL):
            for pid in descendants(os.getpid()):
                try:
                    os.kill(pid, end)
                except OSError:
                    pass
            limit = time.monotonic() + 8
            while time.monotonic() < limit and reap():
                time.sleep(0.1)
        self.daemons = []


def free_ports(count):
    """Ports that nobody listens at now, all different."""
    held = [socket.socket() for _ in range(count)]
    try:
        for one in held:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in held]
    finally:
        for one in held:
            one.close()


def prctl(option, value):
    ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def adopt_orphans():
    """What our children leave behind becomes ours, so that it can be ended (PR_SET_CHILD_SUBREAPER)."""
    prctl(36, 1)


def die_with_parent():
    """A daemon ends when this script is killed (PR_SET_PDEATHSIG)."""
    prctl(1, signal.SIGKILL)


def descendants(parent):
    children = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if fields[0] != "Z":
                children.setdefault(int(fields[1]), []).append(int(name))
    found, open_ends = [], [parent]
    while open_ends:
        below = children.get(open_ends.pop(), [])
        found += below
        open_ends += below
    return found


def reap():
    """Collects what has ended; whether a child is left."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
        return True
    except ChildProcessError:
        return False
