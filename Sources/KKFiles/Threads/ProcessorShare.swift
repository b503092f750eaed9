/// How many processors a process should use: those that the system allows, limited by its control group or batch
/// system.
public struct ProcessorShare: Hashable, Sendable {
    /// At least 1.
    public let count: Int

    /// Takes the smallest of three numbers: the affinity mask's, the control group's and Slurm's.
    ///
    /// A control group limits the processor time in each period (Linux, *Control Group v2*, `cpu.max`; in version 1
    /// `cpu.cfs_quota_us` and `cpu.cfs_period_us`). A fraction of a processor counts as a whole one, and all parent
    /// groups count. Missing or malformed values are not a limit.
    ///
    /// - Parameters:
    ///   - allowed: the processors of the affinity mask.
    ///   - root: the folder with `/proc` and `/sys`; empty for this system's.
    ///   - variable: the value of an environment variable; `SLURM_CPUS_PER_TASK` is read.
    public init(allowed: Int, root: String = "", variable: (String) -> String?) {
        var count = max(1, allowed)
        if let number = variable("SLURM_CPUS_PER_TASK").flatMap({ Int($0) }), number > 0 { count = min(count, number) }
        // One is the least there is, so nothing has to be read.
        if count > 1, let quota = Self.quota(root) { count = min(count, quota) }
        self.count = count
    }

    /// The fewest processors that a group of this process, or one above it, may use at once.
    private static func quota(_ root: String) -> Int? {
        var least: Int?
        for line in bytes("\(root)/proc/self/cgroup").split(separator: UInt8(ascii: "\n")) {
            // hierarchy:controllers:path; version 2 is hierarchy 0 and names no controllers.
            let fields = line.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            let isSecond = fields[0].elementsEqual("0".utf8) && fields[1].isEmpty
            let controllers = fields[1].split(separator: UInt8(ascii: ","))
            guard isSecond || controllers.contains(where: { $0.elementsEqual("cpu".utf8) }) else { continue }
            for folder in groups(fields[2]) {
                let base = "\(root)/sys/fs/cgroup\(isSecond ? "" : "/" + text(fields[1]))\(folder)"
                let found = isSecond ? second(base) : first(base)
                if let found { least = min(least ?? found, found) }
            }
        }
        return least
    }

    /// The group and those above it: `/a/b`, `/a`, and the top, which is empty. Inside a container the path may be that
    /// of the world outside; then only the top is there, and is the container's own.
    private static func groups(_ path: ArraySlice<UInt8>) -> [String] {
        var groups = [""]
        for name in path.split(separator: UInt8(ascii: "/")).prefix(deepest) {
            groups.append("\(groups[groups.count - 1])/\(text(name))")
        }
        return groups.reversed()
    }

    private static let deepest = 64

    private static func second(_ folder: String) -> Int? {
        let words = bytes("\(folder)/cpu.max").split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
        return words.count == 2 ? processors(words[0], words[1]) : nil
    }

    private static func first(_ folder: String) -> Int? {
        let quota = bytes("\(folder)/cpu.cfs_quota_us").prefix { $0 != UInt8(ascii: "\n") }
        if quota.isEmpty { return nil }
        return processors(quota, bytes("\(folder)/cpu.cfs_period_us").prefix { $0 != UInt8(ascii: "\n") })
    }

    /// `nil` if there is no limit, which is `max` or -1.
    private static func processors(_ quota: ArraySlice<UInt8>, _ period: ArraySlice<UInt8>) -> Int? {
        guard let quota = Int(text(quota)), let period = Int(text(period)), quota > 0, period > 0 else { return nil }
        let (whole, rest) = quota.quotientAndRemainder(dividingBy: period)
        return rest > 0 ? whole + 1 : whole
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The bytes of a file; none of what is not a file, or too long. Every start of the program reads some, so they are
    /// not made into characters: that was a twelfth of a short job.
    private static func bytes(_ path: FilePath) -> [UInt8] {
        guard let bytes = try? SmallFile.head(of: path, count: longest + 1), bytes.count <= longest else { return [] }
        return bytes
    }

    private static let longest = 1 << 16
}
