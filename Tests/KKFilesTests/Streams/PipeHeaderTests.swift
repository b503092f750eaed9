import Foundation
@testable import KKFiles
import KKTestSupport
import Testing

/// The bound of what comes before the sound in a pipe, and that sound has none.
@Suite struct PipeHeaderTests {
    private static let mebibyte = [UInt8](repeating: 0, count: 1 << 20)

    /// Whether a header that has taken these bytes takes a mebibyte more than its bound.
    private func goesOn(_ bytes: [UInt8], portion: Int) -> Bool {
        var header = PipeHeader()
        var rest = bytes[...]
        while !rest.isEmpty {
            guard header.take(rest.prefix(portion)) else { return false }
            rest = rest.dropFirst(portion)
        }
        return (0...64).allSatisfy { _ in header.take(Self.mebibyte[...]) }
    }

    @Test(arguments: FixtureTests.sound.map(\.name), [999, 1 << 16])
    func `sound of every kind that is read may be of any length`(name: String, portion: Int) throws {
        #expect(goesOn(try fixtureBytes(name), portion: portion))
    }

    /// G.721 and G.723: nothing in an AU says how long their packets are, and a stream refuses them.
    @Test(arguments: [23, 25, 26] as [UInt32], [7, 1 << 16])
    func `sound of an AU whose packets have no known length may be of any length, too`(encoding: UInt32, portion: Int) {
        let header: Bytes = .text(".snd") + .be(28, 0xFFFF_FFFF, encoding, 8000, 1, 0)
        #expect(goesOn((header + .zeros(1000)).all, portion: portion))
    }

    @Test(arguments: [1, 1000])
    func `what stands before the sound may be as long as the bound and no byte longer, for ever`(portion: Int) {
        let wave = Array("RIFF\u{7F}\u{7F}\u{7F}\u{7F}WAVEJUNK".utf8) + [0, 0, 0, 0x7F]
        var header = PipeHeader()
        func take(_ bytes: ArraySlice<UInt8>) -> Bool { header.take(bytes) }
        #expect(
            stride(from: 0, to: wave.count, by: portion).allSatisfy { take(wave[$0..<min(wave.count, $0 + portion)]) })
        #expect((0..<63).allSatisfy { _ in take(Self.mebibyte[...]) })
        let isWhole = take(Self.mebibyte.dropFirst(wave.count))
        let isMore = [take([0]), take([0])]
        #expect(isWhole && isMore == [false, false] && take([]))
    }

    @Test func `a pipe that was refused at the bound is not read again`() throws {
        let (pipe, isWritten) = (Pipe(), DispatchSemaphore(value: 0))
        let writer = pipe.fileHandleForWriting
        Thread.detachNewThread {
            let junk = Data("RIFF____WAVEJUNK".utf8) + Data(repeating: 0x7F, count: PipeHeader.limit)
            try? writer.write(contentsOf: junk.prefix(PipeHeader.limit + 1))
            isWritten.signal()
        }
        let bytes = PipeBytes(dup(pipe.fileHandleForReading.fileDescriptor), name: "pipe")
        let refusal = try #require(throws: AudioFileError.self) { try bytes.byteCount() }
        isWritten.wait()
        try writer.write(contentsOf: Data("later".utf8))
        try writer.close()
        for _ in 0..<2 { #expect(throws: refusal) { try bytes.byteCount() } }
        #expect(try pipe.fileHandleForReading.readToEnd() == Data("later".utf8))
    }
}
