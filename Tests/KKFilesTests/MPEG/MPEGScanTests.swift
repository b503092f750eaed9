import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// What a file's MPEG audio is found to be, where its bytes are made to mislead.
@Suite struct MPEGScanTests {
    private static func scan(_ bytes: [UInt8]) throws -> MPEGScan {
        try MPEGScan(ByteSource(bytes: bytes, name: "a.mp3"), range: 0..<Int64(bytes.count))
    }

    /// Headers in free format, each 66 bytes after the last, of 54 kinds in turn: so none has another of its kind
    /// within the 3460 bytes of the longest frame.
    private static func hopeless(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { number -> [UInt8] in
            let version = [0, 2, 3][number % 3]
            let (layer, rate, mode) = (1 + number / 3 % 3, number / 9 % 3, number / 27 % 2 * 3)
            return [0xFF, UInt8(0xE1 | version << 3 | layer << 1), UInt8(rate << 2), UInt8(mode << 6)]
                + [UInt8](repeating: 0, count: 62)
        } + [UInt8](repeating: 0, count: 4000)
    }

    @Test("after 16 MiB that were looked through in vain nothing is believed to be in free format")
    func patience() throws {
        let free = try fixtureBytes("mpeg-free.mp3")
        let count = try FramerRun(MPEGFramer(), free).packets.count
        // Each costs 3460 bytes, so 4849 of them are too many.
        for (headers, found) in [(4800, count), (4900, 0)] {
            let bytes = Self.hopeless(headers) + free
            let run = try FramerRun(MPEGFramer(), bytes, portions: [1 << 15])
            #expect(run.packets.count == found, "\(headers) headers")
            #expect(try FramerRun(MPEGFramer(), bytes, portions: [5000]) == run, "\(headers) headers")
            let scan = try Self.scan(bytes)
            #expect(scan.segments.reduce(0) { $0 + Int($1.packetCount) } == found, "\(headers) headers")
        }
    }

    @Test("a file that ends in the encoder's own frame is said to have no audio", arguments: [313, 250, 120])
    func notesAlone(_ byteCount: Int) throws {
        let bytes = try fixtureBytes("mpeg-vbri.mp3").prefix(byteCount)
        for error in [
            #expect(throws: AudioFileError.self) { try withFile(Array(bytes)) { _ = try AudioFileReader(path: $0) } },
            #expect(throws: AudioFileError.self) {
                try PipedBytes.with(Array(bytes)) {
                    _ = try AudioFileReader(path: $0, options: ReaderOptions(readsOnce: true))
                }
            },
        ] { #expect(error?.problem == "the file has an MPEG header frame and no audio after it") }
    }

    @Test("a tag that claims more than the file is told of once, at its place") func largeTag() throws {
        let audio = try fixtureBytes("mpeg-cbr-untagged.mp3")
        let tag = Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F]
        let boundary = try FramerRun(MPEGFramer(), audio).packets[5].lowerBound
        for place in [0, boundary] {
            let scan = try Self.scan(audio[..<place] + tag + audio[place...])
            let told = scan.warnings.filter { $0.problem == "a tag states 268435465 bytes, more than the file has" }
            #expect(told.map(\.position) == [.byte(Int64(place))])
            #expect(scan.tagRanges.isEmpty)
            #expect(scan.segments.map(\.byteCount) == [Int64(audio.count)])
        }
    }

    @Test("tags between frames are no loss, and an ID3v1 tag may be cut") func tags() throws {
        let audio = try fixtureBytes("mpeg-cbr-untagged.mp3")
        let boundary = try FramerRun(MPEGFramer(), audio).packets[5].lowerBound
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 20] + [UInt8](repeating: 0, count: 20)
        let cut = Array("TAG".utf8) + [UInt8](repeating: 0xFF, count: 80)
        let bytes = tag + tag + audio[..<boundary] + tag + audio[boundary...] + cut
        let scan = try Self.scan(Array(bytes))
        #expect(scan.warnings.isEmpty)
        #expect(scan.audioStart == 60)
        let middle = Int64(60 + boundary)
        #expect(scan.tagRanges == [0..<30, 30..<60, middle..<middle + 30])
        #expect(scan.segments.map(\.byteCount) == [Int64(audio.count)])
        let run = try FramerRun(MPEGFramer(byteCount: Int64(bytes.count)), Array(bytes))
        #expect(run.headers.last == bytes.count - cut.count..<bytes.count)
        #expect(run.junk.isEmpty)
    }
}
