#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKCodecs
internal import KKContainers
internal import KKPCM

/// A `kkmix-plugin-host` that runs, and the way to talk with it.
///
/// It is killed when nobody holds this any more, and when it does not answer in time.
@safe
final class PluginHost {
    private let plugin: FilePath
    private let channel: Int32
    private let process: pid_t
    private let deadline: Int
    private var isOver = false

    /// What `KKMIX_PLUGIN_HOST` names, or the one beside this program.
    ///
    /// - Throws: `unavailable` where it is not there.
    static func program(_ given: FilePath? = nil) throws(AudioFileError) -> FilePath {
        var place = given ?? "kkmix-plugin-host"
        if given == nil, let named = FileSystem.variable("KKMIX_PLUGIN_HOST") {
            place = FilePath(named)
        } else if given == nil {
            var name = [CChar](repeating: 0, count: 4096)
            let count = unsafe readlink("/proc/self/exe", &name, name.count)
            if count > 0 { place = FilePath(unsafe PathText.decode(name, count: count)).folder / place }
        }
        if place.isFile { return place }
        throw AudioFileError(
            .operationNotSupported, kind: .unavailable, path: place,
            "plug-ins play in this program, and it is not there",
            nextStep: "install it beside kkmix, or name it: KKMIX_PLUGIN_HOST=/path/to/kkmix-plugin-host")
    }

    #if canImport(Glibc)
    private typealias FileActions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
    #else
    private typealias FileActions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
    #endif

    /// - Parameters:
    ///   - words: what it is to do.
    ///   - program: another one than ``program(_:)`` finds.
    ///   - processor: what the C library may not use of the processor: a value of `GLIBC_TUNABLES`.
    ///   - deadline: milliseconds that it may be silent.
    /// - Throws: `unavailable`.
    init(
        _ words: [String], plugin: FilePath, program: FilePath?, processor: String = PluginProcess.plainProcessor,
        deadline: Int = PluginProcess.deadline
    ) throws(AudioFileError) {
        let program = try Self.program(program)
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw AudioFileError(
                .unspecified, kind: .io, path: plugin, "a plug-in's process cannot be talked with",
                cause: "socketpair: \(systemMessage(errno))")
        }
        (self.plugin, channel, self.deadline) = (plugin, ends[0], deadline)
        var time = timeval(tv_sec: deadline / 1000, tv_usec: .init(deadline % 1000 * 1000))
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            unsafe setsockopt(channel, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        let started = Self.start(program, words, end: ends[1], processor)
        close(ends[1])
        guard let started else {
            close(ends[0])
            throw AudioFileError(
                .operationNotSupported, kind: .unavailable, path: program, "the program cannot be started",
                nextStep: "install kkmix anew, with kkmix-plugin-host beside it")
        }
        process = started
    }

    private static func start(_ program: FilePath, _ words: [String], end: Int32, _ processor: String) -> pid_t? {
        var actions = unsafe FileActions(), attributes = Attributes()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        // What it starts ends with it, and a key that stops this program does not stop it first.
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        unsafe posix_spawn_file_actions_adddup2(&actions, end, 3)
        // What a plug-in prints is nobody's.
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for stream in Int32(1)...2 {
            unsafe posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
        }
        let names = ["HOME", "PATH", "LD_LIBRARY_PATH", "LV2_PATH"]
        let environment =
            names.compactMap { name in FileSystem.variable(name).map { "\(name)=\($0)" } }
            + ["GLIBC_TUNABLES=\(processor)"]
        var texts = unsafe ([program.text] + words).map { unsafe Self.copy($0) } + [nil]
        var variables = unsafe environment.map { unsafe Self.copy($0) } + [nil]
        defer { unsafe (texts + variables).forEach { unsafe free($0) } }
        var process: pid_t = 0
        let status = unsafe program.withPointer {
            unsafe posix_spawn(&process, $0, &actions, &attributes, &texts, &variables)
        }
        return status == 0 ? process : nil
    }

    private static func copy(_ text: String) -> UnsafeMutablePointer<CChar>? {
        unsafe PathText.withPointer(to: text) { unsafe strdup($0) }
    }

    deinit {
        close(channel)
        if isOver { return }
        kill(-process, SIGKILL)
        while waitpid(process, nil, 0) == -1, errno == EINTR {}
    }

    /// Says the first `count` words.
    ///
    /// - Throws: `unavailable` where it is gone.
    func send(_ words: [UInt32], count: Int, at frame: Int64?) throws(AudioFileError) {
        try send(words, byteCount: 4 * count, at: frame)
    }

    /// Says bytes.
    func send(_ bytes: [UInt8]) throws(AudioFileError) { try send(bytes, byteCount: bytes.count, at: nil) }

    private func send<Word>(_ words: [Word], byteCount: Int, at frame: Int64?) throws(AudioFileError) {
        var done = 0
        while done < byteCount {
            let sent = unsafe words.withUnsafeBytes { bytes in
                unsafe Self.send(channel, bytes.baseAddress.map { unsafe $0 + done }, byteCount - done)
            }
            if sent < 0, errno == EINTR { continue }
            guard sent > 0 else { throw failure(at: frame) }
            done += sent
        }
    }

    private static func send(_ channel: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
        unsafe Glibc.send(channel, bytes, count, Int32(MSG_NOSIGNAL))
        #else
        unsafe Darwin.send(channel, bytes, count, 0)
        #endif
    }

    /// Puts what it says into the first `count` words.
    ///
    /// - Throws: `unavailable` where it is silent too long, or gone.
    func receive(_ words: inout [UInt32], count: Int, at frame: Int64?) throws(AudioFileError) {
        var done = 0
        while done < 4 * count {
            let got = unsafe words.withUnsafeMutableBytes { bytes in
                unsafe recv(channel, bytes.baseAddress.map { unsafe $0 + done }, 4 * count - done, 0)
            }
            if got < 0, errno == EINTR { continue }
            if got == 0 { errno = 0 }
            guard got > 0 else { throw failure(at: frame) }
            done += got
        }
    }

    /// All that it says until it ends.
    func receiveAll() throws(AudioFileError) -> [UInt8] {
        var all: [UInt8] = [], part = [UInt8](repeating: 0, count: 1 << 16)
        while all.count < 1 << 24 {
            let got = unsafe recv(channel, &part, part.count, 0)
            if got < 0, errno == EINTR { continue }
            if got < 0 { throw failure(at: nil) }
            if got == 0 { return all }
            all += part[..<got]
        }
        throw failure(at: nil)
    }

    /// That it is silent, or that it is gone, and how. Who hangs up and goes on is stopped.
    private func failure(at frame: Int64?) -> AudioFileError {
        if errno == EAGAIN || errno == EWOULDBLOCK {
            return error(at: frame, "did not answer for \(Double(deadline) / 1000) seconds, and was stopped")
        }
        var status: Int32 = 0
        for _ in 0..<1000 where !isOver {
            isOver = unsafe waitpid(process, &status, WNOHANG) == process
            if !isOver { usleep(1000) }
        }
        // What it had started itself.
        if isOver { kill(-process, SIGKILL) }
        let signal = status & 0x7F
        if signal != 0 { return error(at: frame, "crashed (\(unsafe String(cString: strsignal(signal))))") }
        switch status >> 8 & 0xFF {
        case 80: return error(at: frame, "is no library of LADSPA plug-ins that can be loaded")
        case 81: return error(at: frame, "is not in its file any more, or is asked for too many channels")
        case 86: return error(at: frame, "cannot take over the state that it is given", nextStep: "leave that out")
        case 85:
            return error(
                at: frame, "is described by files that liblilv reads, which cannot be loaded",
                nextStep: SharedLibrary.liblilv.remedy)
        default: return error(at: frame, "ended its process")
        }
    }

    /// That it ended too soon.
    var ending: AudioFileError {
        errno = 0
        return failure(at: nil)
    }

    func error(
        at frame: Int64?, _ problem: String, nextStep: String = "leave the plug-in out, or tell its makers"
    ) -> AudioFileError {
        AudioFileError(
            .operationNotSupported, kind: .unavailable, path: plugin, at: frame.map { .frame($0) }, problem,
            nextStep: nextStep)
    }
}
