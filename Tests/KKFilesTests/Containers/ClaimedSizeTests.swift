import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// Numbers in a file that would make something large of it: packets, frames, and bytes that are to be read at once.
@Suite struct ClaimedSizeTests {
    /// A file with so many zeros after its header, of which the disk has none.
    private func sparse(_ head: Bytes, audio: Int, _ body: (String) throws -> Void) throws {
        let folder = try KKTestSupport.ScratchFolder()
        try folder.write(head.all, to: "a.caf")
        let path = folder.path("a.caf")
        try #require(FileHandle(forUpdatingAtPath: path)).truncate(atOffset: UInt64(head.count + audio))
        try body(path)
    }

    private func refusal(_ path: String) -> [AudioFileError?] {
        [failure { _ = try AudioFile(opening: path) }, failure { _ = try AudioFileReader(path: path) }]
    }

    private static let cookie = CAF.chunk(
        "kuki", .be(4096 as UInt32) + .raw([0, 16, 40, 10, 14, 1, 0, 255]) + .be(0 as UInt32, 0, 44_100))
    private static let data: Bytes = .text("data") + .be(-1 as Int64) + .be(0 as UInt32)

    @Test(
        "packets whose frames nobody can count are refused by the reader, as by AudioFile",
        arguments: ["opus", "alac", "ima4"], [1 << 32, 1 << 29])
    func uncountable(_ format: String, byteCount: Int) throws {
        let head = CAF.file(
            CAF.description(format, packetBytes: 1, packetFrames: .max, channels: 1, bits: 0), Self.cookie, Self.data)
        try sparse(head, audio: byteCount) { path in
            for error in refusal(path) {
                #expect(
                    error?.kind == .badData && error?.position != nil
                        && error?.problem.contains("more than can be counted") == true,
                    "\(error.map { "\($0)" } ?? "no error")")
            }
        }
    }

    @Test("a packet that is longer than any codec's is refused at its number, and not read", arguments: [false, true])
    func longPacket(isConstant: Bool) throws {
        let description = CAF.description(
            "alac", packetBytes: isConstant ? 600 << 20 : 0, packetFrames: 4096, channels: 1, bits: 0)
        // The second packet, of 0x82_AC_80_80_00: 600 MiB.
        let entries: Bytes = .be(2 as Int64, 8192) + .be(0 as Int32, 0) + .raw([5, 0x82, 0xAC, 0x80, 0x80, 0])
        let head = CAF.file(description, Self.cookie, isConstant ? Bytes() : CAF.chunk("pakt", entries), Self.data)
        let place = isConstant ? 20 + 16 : head.count - Self.data.count - 5
        try sparse(head, audio: 600 << 20 + 5) { path in
            for error in refusal(path) {
                #expect(
                    error?.position == .byte(Int64(place)) && error?.problem.contains("\(600 << 20) bytes") == true,
                    "\(error.map { "\($0)" } ?? "no error")")
            }
        }
    }

    @Test("bytes are asked for by whatever number a file has, and take the room of those that there are")
    func bytes() throws {
        let stored: [UInt8] = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        let folder = try KKTestSupport.ScratchFolder()
        try folder.write(stored, to: "a")
        let callbacks = AudioFileCallbacks(
            read: { position, count in Array(stored.dropFirst(Int(position)).prefix(min(count, 300))) },
            size: { Int64(stored.count) })
        for source in [
            try ByteSource(path: FilePath(folder.path("a"))), ByteSource(bytes: stored),
            ByteSource(callbacks: callbacks),
        ] {
            #expect(try source.bytes(at: 10, count: 1 << 50) == Array(stored[10...]))
            #expect(try source.bytes(at: 10, count: 20) == Array(stored[10..<30]))
            #expect(try source.bytes(at: 1 << 60, count: .max).isEmpty)
        }
        // More than a piece of what has no size.
        let endless = ByteSource(callbacks: AudioFileCallbacks(read: { [UInt8](repeating: 1, count: $1) }, size: { 0 }))
        #expect(try endless.bytes(at: 0, count: 1 << 20).count == 1 << 20)
    }
}
