import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

private typealias Folder = KKTestSupport.ScratchFolder

/// The most bytes that a file of this process may have from now on: a disk that is full there. Of a process of its own,
/// as exit tests have one.
private func limitFiles(to byteCount: UInt) {
    _ = signal(SIGXFSZ, SIG_IGN)
    #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
    let resource = RLIMIT_FSIZE
    #endif
    var limit = rlimit()
    _ = unsafe getrlimit(resource, &limit)
    limit.rlim_cur = min(rlim_t(byteCount), limit.rlim_max)
    _ = unsafe setrlimit(resource, &limit)
}

private func makeRoom() { limitFiles(to: .max) }

private let short = StreamDescription.linearPCM(sampleRate: 44_100, channels: 2, bits: 16, flags: .isSignedInteger)
private let bigShort = StreamDescription.linearPCM(
    sampleRate: 44_100, channels: 2, bits: 16, flags: [.isSignedInteger, .isBigEndian])
private let mpeg = StreamDescription(
    sampleRate: 44_100, formatID: .mpegLayer3, framesPerPacket: 1152, channelsPerFrame: 2)
private let kinds: [(FourCharCode, StreamDescription)] = [
    ("WAVE", short), ("RF64", short), ("W64f", short), ("AIFF", bigShort), ("caff", short), ("NeXT", bigShort),
]
private let title = AudioFile.PropertyValue.dictionary([FileProperties.Tag(key: "comments", value: "short")])

private func block(_ byteCount: Int) -> [UInt8] { [UInt8](repeating: 0x55, count: byteCount) }

/// What becomes of a file whose bytes cannot be written any more. The processes of exit tests run functions of their
/// own: closures in a macro inside a macro are mixed up by the compiler.
@Suite struct FullDiskTests {
    @Test(
        "after its first failed write an output says the same to every call, and gets no name, also where there is room again"
    )
    func output() async {
        await #expect(processExitsWith: .success) { try Self.breakOutput() }
    }

    private static func breakOutput() throws {
        let folder = try Folder()
        limitFiles(to: 1 << 20)
        let file = try OutputFile(path: FilePath(folder.path("a")), force: false, temporaryFiles: TemporaryFiles())
        let first = failure { for _ in 0..<4 { try file.append(block(1 << 19)) } }
        #expect(first?.kind == .io && first?.cause == "write: File too large" && first?.position == .byte(1 << 20))
        makeRoom()
        #expect(failure { try file.append([1]) } == first)
        #expect(failure { try file.append([]) } == first)
        #expect(failure { try file.patch([1], at: 0) } == first)
        #expect(failure { _ = try file.bytes(at: 0, count: 1) } == first)
        #expect(failure { try file.truncate(to: 0) } == first)
        #expect(failure { try file.commit() } == first)
        #expect(folder.contents == [])
    }

    @Test("a stream that failed fails for good", .enabled(if: hasFullDevice)) func stream() throws {
        let file = try OutputFile(path: "/dev/full", force: false, temporaryFiles: TemporaryFiles())
        let first = failure { for _ in 0..<3 { try file.append(block(1 << 19)) } }
        #expect(first?.cause == "write: No space left on device")
        #expect(failure { try file.append([1]) } == first)
        #expect(failure { try file.commit() } == first)
    }

    @Test(
        "a new AudioFile whose packets did not fit does not come to be, also where there is room again, and an old one stays"
    )
    func recording() async {
        await #expect(processExitsWith: .success) { try Self.breakRecording() }
    }

    private static func breakRecording() throws {
        let folder = try Folder()
        for (type, format) in kinds + [("MPG3", mpeg), ("caff", mpeg)] {
            try folder.write([1, 2, 3], to: "a")
            limitFiles(to: 1 << 20)
            let file = try AudioFile(creating: folder.path("a"), fileType: type, format: format, flags: .eraseFile)
            let packets = format.bytesPerPacket == 0 ? descriptions(10, 1000) : []
            func write() throws { try file.writePackets(block(10_000), packets) }
            let first = failure { for _ in 0..<300 { try write() } }
            #expect(first?.kind == .io && first?.nextStep != nil, "\(type)")
            makeRoom()
            #expect(failure { try write() } == first)
            #expect(failure { _ = try file.property("bcnt") } == first)
            #expect(failure { try file.setProperty("dszu", .number(0)) } == first)
            #expect(failure { try file.optimize() } == first)
            #expect(failure { try file.close() } == first, "\(type)")
            #expect(folder.contents == ["a"] && folder.bytes("a") == [1, 2, 3], "\(type)")
        }
    }

    @Test("a file that is changed stays as it was where the change does not fit, and close says so") func change() async
    {
        await #expect(processExitsWith: .success) { try Self.breakChange() }
    }

    private static func breakChange() throws {
        let folder = try Folder()
        for (type, format) in kinds {
            let path = folder.path("a")
            // With nothing but its head before the audio, so that the new head has the same length.
            let new = try AudioFile(creating: path, fileType: type, format: format, flags: .eraseFile)
            if type == "NeXT" { try new.setProperty("info", title) }
            try new.writePackets(block(1_500_000))
            try new.optimize()
            try new.close()
            let before = try #require(folder.bytes("a"))
            // While the audio is moved, and when the last of it is written.
            for limit in [1 << 20, before.count - 100] {
                limitFiles(to: UInt(limit))
                let file = try AudioFile(opening: path, permission: .readWrite)
                var first = failure { try file.setProperty("info", title) }
                #expect(limit > 1 << 20 || first?.kind == .io, "\(type)")
                if first != nil {
                    makeRoom()
                    #expect(failure { try file.setProperty("info", title) } == first)
                    #expect(failure { try file.setUserData("abcd", []) } == first)
                    #expect(failure { try file.optimize() } == first)
                    #expect(failure { try file.writePackets(block(4)) } == first)
                    #expect(failure { try file.close() } == first, "\(type)")
                } else {
                    first = failure { try file.close() }
                    #expect(first?.kind == .io, "\(type)")
                    makeRoom()
                }
                #expect(folder.contents == ["a"] && folder.bytes("a") == before, "\(type) \(limit)")
            }
        }
    }

    @Test("a caller's function that failed once is not called again, and close says what it said") func callbacks()
        throws
    {
        struct Broken: Error {}
        for (type, format) in kinds {
            let memory = MemoryFile()
            var isBroken = false, calls = 0
            var callbacks = memory.callbacks
            callbacks.write = { position, bytes in
                if isBroken { calls += 1 }
                if isBroken, calls == 1 { throw Broken() }
                try memory.callbacks.write?(position, bytes)
            }
            let file = try AudioFile(creating: callbacks, fileType: type, format: format)
            try file.writePackets(block(4000))
            isBroken = true
            let first = failure { try file.writePackets(block(4000)) }
            #expect(first?.cause == "Broken()" && first?.kind == .io)
            #expect(failure { try file.writePackets(block(4000)) } == first)
            #expect(failure { try file.close() } == first)
            #expect(calls == 1, "\(type)")
        }
    }
}
