#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKPCM

/// A mark of a running program: a file in a folder, `run-` and a unique name.
///
/// The file is locked while the program runs, and the system releases the lock however it ends. So a mark of this
/// machine that can be locked belongs to a run that was killed, and the unfinished files with its name are abandoned.
/// Locks may not work over a network: files of other machines are kept, and all files if the file system has no locks.
@safe
public final class RunMark: Sendable {
    /// 16 random hexadecimal digits, which ``TemporaryFiles`` puts into the names of the run's unfinished files.
    public let name: String
    /// The other folders in which the run writes, as absolute paths; they are in its mark.
    public let otherFolders: [FilePath]
    private let folder: FilePath
    private let path: FilePath
    private let descriptor: Int32

    private static let start = "run-"
    /// Of a mark that has no lock yet.
    private static let hiddenStart = ".run-"

    /// Marks a run in a folder, which is created if necessary.
    ///
    /// - Parameter others: other files and folders that the run writes and that later runs may not know; the mark lists
    ///   their places.
    /// - Throws: ``AudioFileError`` of kind `cannotCreate`.
    public init(in folder: FilePath, writing others: [FilePath] = []) throws(AudioFileError) {
        if let error = TemporaryFiles().makeFolder(folder) {
            throw OutputFile.cannotCreate(folder, error.number, call: "mkdir")
        }
        var made: (name: String, path: FilePath, descriptor: Int32)?
        // Whoever cleans up may take a mark for a dead run's while it has no lock yet: then there is another one.
        otherFolders = Self.folders(of: others)
        let text = Array(
            ([Self.machine.joined(separator: "\n")] + otherFolders.map(\.text)).joined(separator: "\0").utf8)
        for attempt in 1...Self.mostAttempts where made == nil {
            made = try Self.make(in: folder, text, isLast: attempt == Self.mostAttempts)
        }
        guard let made else { throw OutputFile.cannotCreate(folder, EAGAIN, call: "flock") }
        (name, self.folder, path, descriptor) = (made.name, folder, made.path, made.descriptor)
    }

    /// While somebody cleans up without a pause, every second attempt may be lost.
    private static let mostAttempts = 64

    /// - Returns: `nil` if the mark was taken away before it was complete.
    private static func make(
        in folder: FilePath, _ text: [UInt8], isLast: Bool
    ) throws(AudioFileError) -> (
        name: String, path: FilePath, descriptor: Int32
    )? {
        let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let name = String(repeating: "0", count: 16 - number.utf8.count) + number
        let hidden: FilePath = "\(folder)/\(hiddenStart)\(name)"
        let path: FilePath = "\(folder)/\(start)\(name)"
        let descriptor = unsafe hidden.withPointer {
            unsafe open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o666))
        }
        guard descriptor >= 0 else { throw OutputFile.cannotCreate(folder, errno, call: "open") }
        // Without a lock of its own a run never says where it is, and so is nobody's to clean up.
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
            _ = unsafe text.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        } else if errno == EWOULDBLOCK, !isLast {
            _ = unsafe hidden.withPointer { unsafe unlink($0) }
            close(descriptor)
            return nil
        }
        // It is seen with its lock, or not at all.
        do throws(AudioFileError) {
            try hidden.rename(to: path)
        } catch {
            close(descriptor)
            guard !isLast, !hidden.exists else { throw error }
            return nil
        }
        return (name, path, descriptor)
    }

    deinit {
        close(descriptor)
    }

    /// The machine's name, and where the system has one, the name of its life since it was started: containers on one
    /// machine share that.
    static let machine: [String] = {
        var system = utsname()
        guard unsafe uname(&system) == 0 else { return [] }
        let name = unsafe withUnsafePointer(to: &system.nodename) { name in
            unsafe name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                unsafe String(cString: $0)
            }
        }
        let life = (try? SmallFile.read("/proc/sys/kernel/random/boot_id", limit: 64)).map {
            String(decoding: $0.prefix(36), as: UTF8.self)
        }
        return [name] + (life.map { [$0] } ?? [])
    }()

    /// Where unfinished files may be of what has these paths: in it, where it is a folder, and beside it.
    private static func folders(of paths: [FilePath]) -> [FilePath] {
        var known: Set<FilePath> = []
        let folders = paths.flatMap { [$0, $0.writingFolder] }.compactMap {
            $0.flatMap(\.futurePath)
        }
        return folders.filter { known.insert($0).inserted }
    }

    private static let longest = 1 << 18

    /// The folders in which a run wrote beside its outputs, each after a zero in its mark; `nil` for one of another
    /// machine.
    private static func folders(ofMark path: FilePath) -> [FilePath]? {
        guard let bytes = try? SmallFile.read(path, limit: longest) else { return nil }
        let parts = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard parts[0].split(separator: "\n").contains(where: { machine.contains(String($0)) }) else { return nil }
        return parts.dropFirst().map { FilePath($0) }
    }

    /// Removes the mark at the end of the run, and its folder if it is empty.
    public func remove() {
        _ = unsafe path.withPointer { unsafe unlink($0) }
        folder.removeIfEmpty()
    }

    /// Removes what killed runs have left behind: their marks in a folder, and their unfinished files in others.
    ///
    /// - Parameters:
    ///   - folder: where the marks are.
    ///   - others: where those runs may have written, besides this folder and those in their marks. It is called only
    ///     if there is such a run. It must be complete, because the mark is removed, too.
    /// - Returns: the number of unfinished files that were removed.
    public static func removeLeftovers(in folder: FilePath, and others: @autoclosure () -> [FilePath]) -> Int {
        let names = folder.allNames ?? []
        // A run that died before its mark was complete has written nothing else.
        for name in marks(names, hiddenStart) {
            withLock("\(folder)/\(name)") { path in _ = unsafe path.withPointer { unsafe unlink($0) } }
        }
        var count = 0
        var known: [FilePath]?
        for mark in marks(names, start) {
            withLock("\(folder)/\(mark)") { path in
                guard let marked = folders(ofMark: path) else { return }
                let places = known ?? others()
                known = places
                let nameStart = TemporaryFiles.nameStart(of: String(mark.dropFirst(start.count)))
                var isAll = true
                for other in [folder] + marked + places {
                    let names = other.allNames
                    if names == nil, errno != ENOENT, errno != ENOTDIR { isAll = false }
                    for name in names ?? [] where name.hasPrefix(nameStart) && name.hasSuffix(TemporaryFiles.nameEnd) {
                        let path: FilePath = "\(other)/\(name)"
                        if path.isPlainFolder {
                            // That of a page.
                            removeFolder(path)
                            if path.isPlainFolder { isAll = false } else { count += 1 }
                        } else if unsafe path.withPointer({ unsafe unlink($0) }) == 0 {
                            count += 1
                        } else if errno != ENOENT {
                            isAll = false
                        }
                    }
                }
                // The last, so that a clean-up that is cut short, or that may not look everywhere, is taken up again.
                if isAll { _ = unsafe path.withPointer { unsafe unlink($0) } }
            }
        }
        return count
    }

    /// Whether a run with this name has a mark in a folder and has not ended.
    public static func isUnderWay(_ name: String, in folder: FilePath) -> Bool {
        guard name.utf8.count == 16, UInt64(name, radix: 16) != nil, FilePath("\(folder)/\(start)\(name)").isPlainFile
        else { return false }
        var isFree = false
        withLock("\(folder)/\(start)\(name)") { _ in isFree = true }
        return !isFree
    }

    /// Whether runs of this machine have marks in a folder, and all of them have ended.
    public static func isAbandoned(_ folder: FilePath) -> Bool {
        let names = marks(folder.allNames ?? [], start)
        return !names.isEmpty
            && names.allSatisfy { name in
                var isFree = false
                withLock("\(folder)/\(name)") { path in isFree = folders(ofMark: path) != nil }
                return isFree
            }
    }

    private static func marks(_ names: [String], _ start: String) -> [String] {
        names.filter { $0.hasPrefix(start) && $0.utf8.count == start.utf8.count + 16 }
    }

    /// Calls `body` while it holds the lock of a mark; not at all where another one has it, and for what is not a file.
    private static func withLock(_ path: FilePath, _ body: (FilePath) -> Void) {
        guard path.isPlainFile else { return }
        let descriptor = unsafe path.withPointer { unsafe open($0, O_RDWR | O_CLOEXEC | O_NOFOLLOW) }
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { body(path) }
    }
}
