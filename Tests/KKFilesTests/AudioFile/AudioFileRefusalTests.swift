import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

private typealias Folder = KKTestSupport.ScratchFolder

/// Calls that are refused leave the file alone.
@Suite struct AudioFileRefusalTests {
    private static let names = [
        "chunks-before.wav", "chunks-after.wav", "tone-rf64.wav", "tone-s16.w64", "tone-s16.aiff", "strings.caf",
        "codec-s16be.au",
    ]

    /// What is no way to change any file.
    private static func refusals(_ file: AudioFile) -> [AudioFileError?] {
        let nan = AudioFileMarker(framePosition: .nan)
        return [
            failure { try file.setProperty("zzzz", .number(1)) },
            failure { try file.setProperty("info", .number(1)) },
            failure { try file.setProperty("mkls", .markers([nan], .none)) },
            failure { try file.setProperty("rgls", .regions([AudioFileRegion(markers: [nan, nan])])) },
            failure { try file.setProperty("info", .dictionary([FileProperties.Tag(key: "no\0key", value: "")])) },
            failure { try file.setProperty("rsrv", .seconds(1)) },
            failure { try file.setProperty("id3t", .bytes([1])) },
            failure { try file.setProperty("pnfo", .packetTableInfo(PacketTableInfo(validFrames: 1))) },
            failure { try file.setProperty("cmap", .layout(.discrete(7))) },
            failure { try file.setUserData("abcd", at: 9, [1]) },
            failure { try file.removeUserData("abcd") },
            failure { try file.writeBytes([1, 2], at: 1 << 40) },
            failure { try file.writePackets([1, 2, 3], at: 0) },
            failure { try file.writePackets([1, 2, 3, 4], at: -1) },
        ]
    }

    @Test("a file at which every call was refused is not written: the same file, with the same bytes", arguments: names)
    func path(_ name: String) throws {
        let folder = try Folder()
        let path = folder.path(name)
        try folder.write(try fixtureBytes(name), to: name)
        func inode() throws -> UInt64? {
            try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
        }
        let old = try inode()
        let file = try AudioFile(opening: path, permission: .readWrite)
        let before = try file.property("chid")
        for (index, error) in Self.refusals(file).enumerated() {
            #expect(error?.kind == .usage && error?.nextStep != nil, "\(index)")
            #expect(folder.contents == [name], "\(index)")
        }
        #expect(try file.property("chid") == before)
        #expect(try file.allPackets().bytes == AudioFile.fixture(name).allPackets().bytes)
        try file.setProperty("dszu", .number(1))
        try file.close()
        #expect(try inode() == old && folder.bytes(name) == (try fixtureBytes(name)))
    }

    @Test(
        "through callbacks nothing is written for what is refused, and what is set afterwards is all that changes",
        arguments: names)
    func callbacks(_ name: String) throws {
        func changed(_ refuses: Bool) throws -> [UInt8] {
            let memory = MemoryFile(try fixtureBytes(name))
            let file = try AudioFile(opening: memory.callbacks, permission: .readWrite)
            if refuses { #expect(Self.refusals(file).allSatisfy { $0 != nil }) }
            #expect(memory.bytes == (try fixtureBytes(name)))
            let info = try? file.property("info")
            try file.setProperty("info", .dictionary([FileProperties.Tag(key: "comments", value: "new")]))
            if refuses { #expect(Self.refusals(file).allSatisfy { $0 != nil }) }
            #expect(try file.property("info") != info)
            try file.close()
            return memory.bytes
        }
        #expect(try changed(true) == changed(false))
    }

    @Test("a file that this user may not write, or not replace, is refused at opening with what to do")
    func permissions() async {
        await #expect(processExitsWith: .success) { try Self.tryPermissions() }
    }

    private static func tryPermissions() throws {
        let folder = try Folder()
        let bytes = try fixtureBytes("tone-s16.wav")
        try FileManager.default.createDirectory(atPath: folder.path("shut"), withIntermediateDirectories: true)
        for name in ["ro.wav", "rw.wav", "shut/rw.wav"] { try folder.write(bytes, to: name) }
        _ = unsafe chmod(folder.path("ro.wav"), 0o444)
        // A superuser may write everything: an ordinary one owns all but the first of these files.
        let nobody: uid_t = 65_534
        if getuid() == 0 {
            let paths = [folder.root, folder.path("shut"), folder.path("rw.wav"), folder.path("shut/rw.wav")]
            for path in paths { _ = unsafe chown(path, nobody, nobody) }
            try #require(setgid(nobody) == 0 && setuid(nobody) == 0)
        }
        _ = unsafe chmod(folder.path("shut"), 0o555)
        defer { _ = unsafe chmod(folder.path("shut"), 0o755) }
        let file = failure { _ = try AudioFile(opening: folder.path("ro.wav"), permission: .readWrite) }
        #expect(file?.code == .permission && file?.kind == .cannotCreate && file?.path == folder.path("ro.wav"))
        #expect(file?.problem == "this user may not write the file (access: Permission denied)")
        #expect(file?.nextStep == "change its permissions, open it with `read`, or write a new file")
        let place = failure { _ = try AudioFile(opening: folder.path("shut/rw.wav"), permission: .readWrite) }
        #expect(place?.code == .permission && place?.nextStep?.contains("'\(folder.path("shut"))'") == true)
        _ = try AudioFile(opening: folder.path("ro.wav"))
        _ = try AudioFile(opening: folder.path("shut/rw.wav"))
        let link = folder.path("link.wav")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "ro.wav")
        #expect(code { _ = try AudioFile(opening: link, permission: .readWrite) } == .permission)
        // Where both may be written, nothing is in the way.
        let change = try AudioFile(opening: folder.path("rw.wav"), permission: .readWrite)
        try change.setProperty("info", .dictionary([FileProperties.Tag(key: "title", value: "A")]))
        try change.close()
        #expect(
            folder.bytes("ro.wav") == bytes && folder.bytes("shut/rw.wav") == bytes && folder.bytes("rw.wav") != bytes)
    }

    @Test("texts with a NUL and places that are no number are refused by every kind of file, which keeps what it has")
    func values() throws {
        func text(_ key: String, _ value: String) -> AudioFile.PropertyValue {
            .dictionary([FileProperties.Tag(key: key, value: value)])
        }
        func marks(_ frame: Double, _ name: String = "") -> AudioFile.PropertyValue {
            .markers([AudioFileMarker(framePosition: 1), AudioFileMarker(framePosition: frame, name: name)], .none)
        }
        func loop(_ name: String, _ end: AudioFileMarker) -> AudioFile.PropertyValue {
            .regions([
                AudioFileRegion(
                    name: name, flags: [.loopEnable, .playForward], markers: [AudioFileMarker(framePosition: 1), end])
            ])
        }
        for name in Self.names {
            let memory = MemoryFile(try fixtureBytes(name))
            let file = try AudioFile(opening: memory.callbacks, permission: .readWrite)
            func refused(_ id: FourCharCode, _ value: AudioFile.PropertyValue, _ words: String) {
                let before = try? file.property(id)
                let error = failure { try file.setProperty(id, value) }
                #expect(error?.code == .parameter && error?.nextStep != nil, "\(name) \(value)")
                #expect(error?.problem.contains(words) == true, "\(error?.problem ?? "taken")")
                #expect((try? file.property(id)) == before)
            }
            refused("info", text("comments", "a\0b"), "NUL")
            if file.fileType == "caff" { refused("info", text("comm\0ents", "a"), "NUL") }
            guard file.fileType != "NeXT", file.fileType != "W64f" else { continue }
            for frame in [Double.nan, .infinity, -.infinity] {
                refused("mkls", marks(frame), "frame \(frame)")
                refused("rgls", loop("", AudioFileMarker(framePosition: frame)), "frame \(frame)")
            }
            refused("mkls", marks(2, "a\0"), "NUL")
            refused("rgls", loop("\0", AudioFileMarker(framePosition: 5)), "NUL")
            refused("rgls", loop("", AudioFileMarker(framePosition: 5, name: "a\0b")), "NUL")
            try file.close()
            #expect(memory.bytes == (try fixtureBytes(name)))
        }
    }

    @Test("a writer refuses notes that its file cannot hold, before there is a file") func notes() throws {
        let folder = try Folder()
        let cases: [AudioFileAnnotations] = [
            AudioFileAnnotations(information: [FileProperties.Tag(key: "title", value: "a\0b")]),
            AudioFileAnnotations(information: [FileProperties.Tag(key: "ti\0tle", value: "a")]),
            AudioFileAnnotations(markers: [AudioFileMarker(framePosition: .nan)]),
            AudioFileAnnotations(markers: [AudioFileMarker(framePosition: 1, name: "\0")]),
            AudioFileAnnotations(regions: [
                AudioFileRegion(name: "a", markers: [AudioFileMarker(framePosition: -.infinity)])
            ]),
        ]
        for (index, notes) in cases.enumerated() {
            var options = WriterOptions()
            options.annotations = notes
            let error = failure {
                _ = try AudioFileWriter(
                    path: folder.path("a.caf"), format: OutputFormat(container: .caf, encoding: .s16), layout: .mono,
                    sampleRate: 48_000,
                    options: options)
            }
            #expect(error?.code == .parameter && error?.kind == .usage && error?.nextStep != nil, "\(index)")
        }
        #expect(folder.contents == [])
    }
}
