import Foundation
import KKFiles
import KKTestSupport
import Testing

@Suite struct ProcessorShareTests {
    /// The share of a process that may run on 16 processors, in a system whose files are these.
    private func count(_ files: [String: String], allowed: Int = 16, variables: [String: String] = [:]) throws -> Int {
        let folder = try KKTestSupport.ScratchFolder()
        for (name, text) in files {
            let place = URL(fileURLWithPath: folder.path(name)).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try folder.write(Array(text.utf8), to: name)
        }
        return ProcessorShare(allowed: allowed, root: folder.root) { variables[$0] }.count
    }

    @Test("Without a control group and without Slurm the affinity mask decides")
    func affinity() throws {
        #expect(try count([:]) == 16)
        #expect(try count([:], allowed: 0) == 1)
        #expect(try count(["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "max 100000\n"]) == 16)
        #expect(
            try count([
                "proc/self/cgroup": "4:cpu:/\n", "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
                "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
            ]) == 16)
    }

    @Test(
        "A quota of version 2 is counted in whole processors, rounded up",
        arguments: [
            ("200000 100000\n", 2), ("150000 100000\n", 2), ("200001 100000", 3), ("5000 100000\n", 1),
            ("9000000 100000\n", 16), ("50000 20000\n", 3),
        ])
    func second(_ text: String, _ expected: Int) throws {
        #expect(try count(["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": text]) == expected)
    }

    @Test("Every group above this one limits, too")
    func above() throws {
        let files = [
            "proc/self/cgroup": "0::/slice/task:1\n", "sys/fs/cgroup/slice/task:1/cpu.max": "max 100000\n",
            "sys/fs/cgroup/slice/cpu.max": "300000 100000\n", "sys/fs/cgroup/cpu.max": "500000 100000\n",
        ]
        #expect(try count(files) == 3)
    }

    @Test("A quota of version 1 is found by its controllers' folder, from inside a container as well")
    func first() throws {
        let quota = ["cpu.cfs_quota_us": "400000\n", "cpu.cfs_period_us": "100000\n"]
        for (line, folder) in [
            ("3:cpu,cpuacct:/job/7", "cpu,cpuacct/job/7"), ("3:cpu:/docker/0123", "cpu"), ("12:cpu:/", "cpu"),
        ] {
            var files = ["proc/self/cgroup": "11:memory:/job\n2:cpuset:/\n\(line)\n1:name=systemd:/\n0::/\n"]
            for (name, text) in quota { files["sys/fs/cgroup/\(folder)/\(name)"] = text }
            #expect(try count(files) == 4, "\(line)")
        }
    }

    @Test("Slurm's number counts where it is the smallest, and what is no number is nothing")
    func slurm() throws {
        let files = ["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "400000 100000\n"]
        #expect(try count(files, variables: ["SLURM_CPUS_PER_TASK": "2"]) == 2)
        #expect(try count(files, variables: ["SLURM_CPUS_PER_TASK": "12"]) == 4)
        #expect(try count(files, allowed: 3, variables: ["SLURM_CPUS_PER_TASK": "12"]) == 3)
        for text in ["", "0", "-1", "two", "99999999999999999999"] {
            #expect(try count(files, variables: ["SLURM_CPUS_PER_TASK": text]) == 4, "\(text)")
        }
    }

    @Test(
        "Files that make no sense limit nothing",
        arguments: ["", "max", "100000", "a b\n", "0 0\n", "100000 0\n", "-1 -1\n", "1 2 3\n"])
    func nonsense(_ text: String) throws {
        #expect(try count(["proc/self/cgroup": "0::/\n::\nx\n", "sys/fs/cgroup/cpu.max": text]) == 16)
    }
}
