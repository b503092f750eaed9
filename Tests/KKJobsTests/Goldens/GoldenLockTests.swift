@testable import KKJobs
import KKMixing
import KKTestSupport
import Testing

/// `kkmix.lock`: what it says, and what it may not say.
@Suite struct GoldenLockTests {
    private static let hash = String(repeating: "0123456789abcdef", count: 4)

    private func lock(_ lines: String...) throws -> GoldenLock {
        try GoldenLock(parsing: lines.joined(separator: "\n"), place: "kkmix.lock")
    }

    @Test func `a lock is read as it is written, sorted by the bytes of its paths`() throws {
        let paths = ["z.wav", "goldens/ü b.flac", "goldens/Z.WAV", "goldens/a b.wav"]
        let lines = paths.map { path in "\(Self.hash) 44 \(path.lowercased().suffix(4).drop { $0 == "." }) \(path)" }
        let lock = try lock(lines[0], "# a note", "", lines[1] + "\r", lines[2], lines[3], "")
        #expect(lock.sortedLines.map(\.path.text) == ["goldens/Z.WAV", "goldens/a b.wav", "goldens/ü b.flac", "z.wav"])
        #expect(lock["z.wav"]?.byteCount == 44 && lock["z.wav"]?.sha256 == Self.hash && lock["y.wav"] == nil)
        #expect(try GoldenLock(parsing: lock.text, place: "again") == lock)
        #expect(lock.text.hasPrefix("# Goldens that are kept outside git"))
        #expect(lock.text.hasSuffix("\(Self.hash) 44 wav z.wav\n"))
    }

    @Test(arguments: [
        ("HASH 44 wav ../a.wav", "a path that leaves the folder"),
        ("HASH 44 wav a/../../b.wav", "a path that leaves the folder"),
        ("HASH 44 wav /etc/a.wav", "an absolute path"), ("HASH 44 wav a//b.wav", "a path with an empty part"),
        ("HASH 44 wav ./a.wav", "a path with an empty part"), ("HASH 44 wav a\u{1B}[2J.wav", "no name of a golden"),
        ("HASH 44 wav a\u{301}/..\u{301}/b.wav", nil), ("HASH 44 wav a.flac", "the format is not that of a.flac"),
        ("HASH 44 exe a.exe", "the format is not that of a.exe"),
        ("HASH 44 fingerprint a.fingerprint", "the format is not that of"),
        ("HASH 99999999999999999999 wav a.wav", "this is not a byte count"),
        ("HASH 4294967297 wav a.wav", "this is not a byte count"), ("HASH -1 wav a.wav", "this is not a byte count"),
        ("HASH +1 wav a.wav", "this is not a byte count"), ("HASH 4294967296 wav a.wav", nil),
        ("0123 44 wav a.wav", "this is not a SHA-256"), ("../../../etc/passwd 44 wav a.wav", "this is not a SHA-256"),
        ("HASH0 44 wav a.wav", "this is not a SHA-256"), ("HASH 44 wav", "this line is not valid in a lock"),
        ("HASH  44 wav a.wav", "this is not a byte count"), ("<<<<<<< HEAD", "a merge left a conflict"),
        ("HASH 1 wav b.wav", nil), ("HASH 1 wav twice.wav", "twice.wav is given twice"),
    ])
    func `a line that no kkmix has written is refused with its number`(line: String, problem: String?) throws {
        let line = line.replacing("HASH", with: Self.hash)
        let first = "\(Self.hash) 44 wav twice.wav"
        guard let problem else {
            #expect(try lock(first, line).sortedLines.count == 2)
            return
        }
        let error = try #require(throws: SessionError.self) { try lock(first, line) }
        #expect(error.problem.contains(problem) && error.place == "kkmix.lock:2" && error.nextStep != nil, "\(error)")
        #expect(error.kind == .badSession)
    }

    @Test func `a capital hash is none, for a store has one object of a golden`() throws {
        #expect(throws: SessionError.self) { try lock("\(Self.hash.uppercased()) 44 wav a.wav") }
    }

    @Test(arguments: [
        ("store: {push: 'p {hash} {path}'}", "a store without 'fetch'"),
        ("store: {fetch: 'curl {path}'}", "'fetch' does not say which object"),
        ("store: {fetch: 'curl {hash}'}", "'fetch' does not say which file"),
        ("store: {fetch: 'f {hash} {path}', push: 'p {path}'}", "'push' does not say which object"),
        ("store: {fetch: 'f {hash} {path} | cat'}", "no shell reads this"),
        ("store: {fetch: 'f {hash} {path}', shell: yes}", "'shell' is a text"),
        ("store: {fetch: 'f {hash} {path}', timeout: never}", "'never' is not a time limit"),
        ("store: {fetch: 'f {hash} {path}', get: x}", "unknown key 'get' in 'store'"),
        // Folders could be made that are called so.
        ("store: s3://goldens", "'s3://goldens' is not a folder"), ("store: ~/goldens", "'~' is not expanded"),
        ("store: 'cp s/{hash} {path}'", "a command alone is not a store"),
        ("store: [a]", "'store' is a list"), ("store: ''", "'store' is empty"), ("store: '-'", "'-' is not a folder"),
        ("store: s\ndefaults: {goldens: ../other}", "cannot be kept in the store: a path that leaves the folder"),
        ("store: s\ndefaults: {goldens: /tmp}", "cannot be kept in the store: an absolute path"),
    ])
    func `a slip in a store is said with its place`(head: String, problem: String) throws {
        let folder = try ScratchFolder()
        try folder.write(Array("schema: 1\n\(head)\ncases: [{name: a, mix: a.wav}]\n".utf8), to: "kkmix-test.yaml")
        let error = try #require(throws: SessionError.self) { try CaseManifest(path: FilePath(folder.root)) }
        #expect(error.problem.contains(problem) && error.kind == .badSession, "\(error)")
        #expect(error.place?.contains("kkmix-test.yaml:") == true && error.nextStep != nil, "\(error)")
    }

    @Test func `the words of a store's commands have the object and the file, and a shell their variables`() throws {
        let folder = try ScratchFolder()
        func call(_ store: String) throws -> ProgramCall {
            let text = "schema: 1\nstore: {\(store)}\ncases: [{name: a, mix: a.wav}]\n"
            try folder.write(Array(text.utf8), to: "kkmix-test.yaml")
            let commands = try #require(try CaseManifest(path: FilePath(folder.root)).store?.commands)
            let line = try #require(try lock("\(Self.hash) 44 wav a.wav")["a.wav"])
            return commands.call(commands.fetch, line, file: "/tmp/it's $x.wav", log: "/tmp/log")
        }
        let words = try call("fetch: \"aws s3 cp s3://b/{hash} {path} {case}\", timeout: 30s")
        #expect(words.words == ["aws", "s3", "cp", "s3://b/\(Self.hash)", "/tmp/it's $x.wav", "{case}"])
        #expect(words.seconds == 30 && words.folder.text == folder.root)
        let line = try call("fetch: \"curl -o {path} u/{hash} | tee l\", shell: true")
        #expect(line.words == ["/bin/sh", "-c", "curl -o \"${KKMIX_PATH}\" u/\"${KKMIX_HASH}\" | tee l"])
        #expect(line.variables.map(\.value) == [Self.hash, "/tmp/it's $x.wav"])
    }
}
