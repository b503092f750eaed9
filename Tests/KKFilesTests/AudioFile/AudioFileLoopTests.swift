import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

private let big = StreamDescription.linearPCM(
    sampleRate: 44_100, channels: 2, bits: 16, flags: [.isSignedInteger, .isBigEndian])
private let little = StreamDescription.linearPCM(sampleRate: 44_100, channels: 2, bits: 16, flags: .isSignedInteger)

/// An AIFF file of 100 frames, byte by byte, with chunks before the audio.
private func aiff(_ chunks: [UInt8]...) -> [UInt8] {
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        Array(name.utf8) + [0, 0, UInt8(body.count >> 8), UInt8(body.count & 255)] + body
            + (body.count % 2 == 1 ? [0] : [])
    }
    let common: [UInt8] = [0, 2, 0, 0, 0, 100, 0, 16, 0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
    let body =
        Array("AIFF".utf8) + chunk("COMM", common) + chunks.joined()
        + chunk("SSND", [UInt8](repeating: 0, count: 8) + pattern(400))
    return Array("FORM".utf8) + [0, 0, UInt8(body.count >> 8), UInt8(body.count & 255)] + body
}

/// Markers 5, at frame 10, `go`, 9, at frame 60, and 2, at frame 90.
private let marks: [UInt8] =
    Array("MARK".utf8) + [0, 0, 0, 28, 0, 3] + [0, 5, 0, 0, 0, 10, 2] + Array("go".utf8) + [0] + [
        0, 9, 0, 0, 0, 60, 0, 0,
    ] + [0, 2, 0, 0, 0, 90, 0, 0]
/// Base note 69, detuned by -3, keys 10 to 100, velocities 5 to 120, 6 dB; sustained from 5 to 9, back and forth, and
/// released from 9 to 2.
private let instrument: [UInt8] =
    Array("INST".utf8) + [0, 0, 0, 20] + [69, 0xFD, 10, 100, 5, 120, 0, 6] + [0, 2, 0, 5, 0, 9] + [0, 1, 0, 9, 0, 2]

private func regions(_ file: AudioFile) throws -> [AudioFileRegion] {
    guard case .regions(let regions) = try file.property("rgls") else { throw CocoaError(.featureUnsupported) }
    return regions
}

@Suite struct AudioFileLoopTests {
    @Test("the loops of an AIFF instrument are regions between its markers") func reading() throws {
        let file = try AudioFile(opening: aiff(marks, instrument))
        let loops = try regions(file)
        #expect(loops.map(\.id) == [1, 2])
        #expect(loops.map(\.flags) == [[.loopEnable, .playForward, .playBackward], [.loopEnable, .playForward]])
        #expect(loops.map { $0.markers.map(\.framePosition) } == [[10, 60], [60, 90]])
        #expect(
            loops.map { $0.markers.map(\.type) } == [
                [.sustainLoopStart, .sustainLoopEnd], [.releaseLoopStart, .releaseLoopEnd],
            ])
        #expect(loops[0].markers.map(\.name) == ["go", ""])
        #expect(file.content.markers.map(\.framePosition) == [10, 60, 90])
        // Markers that there are not, a loop that does not play, and one that ends before it begins are none.
        let missing = Array(instrument[..<18]) + [0, 7] + instrument[20...]
        #expect(try regions(AudioFile(opening: aiff(marks, missing))).map(\.id) == [2])
        #expect(code { _ = try AudioFile(opening: aiff(instrument)).property("rgls") } == .unsupportedProperty)
        let idle = Array(instrument[..<16]) + [0, 0, 0, 5, 0, 9] + [0, 1, 0, 2, 0, 9]
        #expect(code { _ = try AudioFile(opening: aiff(marks, idle)).property("rgls") } == .unsupportedProperty)
    }

    @Test("loops are written to AIFF with the markers that they need, beside those that there are") func writing()
        throws
    {
        let sustain = AudioFileRegion(
            id: 1, flags: [.loopEnable, .playForward],
            markers: [
                AudioFileMarker(framePosition: 20, name: "verse", id: 1, type: .sustainLoopStart),
                AudioFileMarker(framePosition: 80, name: "end", id: 2, type: .sustainLoopEnd),
            ])
        let release = AudioFileRegion(
            id: 2, flags: [.loopEnable, .playForward, .playBackward],
            markers: [
                AudioFileMarker(framePosition: 80, name: "end", id: 2, type: .releaseLoopStart),
                AudioFileMarker(framePosition: 99, name: "", id: 3, type: .releaseLoopEnd),
            ])
        for type: FourCharCode in ["AIFF", "AIFC"] {
            let memory = MemoryFile()
            let file = try AudioFile(creating: memory.callbacks, fileType: type, format: big)
            try file.writePackets(pattern(400))
            try file.setProperty("mkls", .markers([AudioFileMarker(framePosition: 20, name: "verse", id: 1)], .none))
            try file.setProperty("rgls", .regions([sustain, release]))
            #expect(code { try file.setProperty("rgls", .regions([sustain, sustain])) } == .parameter)
            #expect(
                code {
                    try file.setProperty(
                        "rgls", .regions([AudioFileRegion(markers: [AudioFileMarker(framePosition: 1)])]))
                } == .parameter)
            try file.close()
            let read = try AudioFile(opening: memory.bytes)
            #expect(try regions(read) == [sustain, release])
            #expect(read.content.markers.map(\.framePosition) == [20, 80, 99])
            #expect(try read.allPackets().bytes == pattern(400))
            // By the document: two markers of the sustain loop that goes forward, two of the release loop that goes
            // back, too.
            #expect(
                try read.userData("INST") == [60, 0, 0, 127, 1, 127, 0, 0] + [0, 1, 0, 1, 0, 2] + [0, 2, 0, 2, 0, 3])
        }
    }

    @Test("a file whose markers are set keeps its instrument, and one whose loops are set keeps its markers")
    func change() throws {
        let memory = MemoryFile(aiff(marks, instrument))
        let file = try AudioFile(opening: memory.callbacks, permission: .readWrite)
        try file.setProperty(
            "mkls",
            .markers(
                [AudioFileMarker(framePosition: 60, id: 1), AudioFileMarker(framePosition: 5, name: "new", id: 2)],
                .none))
        try file.close()
        let read = try AudioFile(opening: memory.bytes)
        #expect(try regions(read).map { $0.markers.map(\.framePosition) } == [[10, 60], [60, 90]])
        #expect(read.content.markers.map(\.framePosition) == [5, 10, 60, 90])
        #expect(try Array(read.userData("INST").prefix(8)) == [69, 0xFD, 10, 100, 5, 120, 0, 6])
        let again = try AudioFile(opening: memory.callbacks, permission: .readWrite)
        try again.setProperty("rgls", .regions([]))
        try again.close()
        let last = try AudioFile(opening: memory.bytes)
        #expect(try last.userData("INST") == [69, 0xFD, 10, 100, 5, 120, 0, 6] + [UInt8](repeating: 0, count: 12))
        #expect(last.content.markers.map(\.name) == ["new", "go", "", ""])
    }

    @Test("the sampler of a WAVE file keeps its note and its maker's bytes, and its loops while only markers are set")
    func sampler() throws {
        let memory = MemoryFile()
        let new = try AudioFile(creating: memory.callbacks, fileType: "WAVE", format: little)
        try new.writePackets(pattern(400))
        try new.close()
        // Note 69, one loop with a fraction and a count of plays, three bytes of the maker's.
        var body = HeaderBytes()
        for number: UInt32 in [1, 2, 22675, 69, 7, 0, 0, 1, 3] + [5, 0, 10, 59, 77, 4] { body.little(number) }
        let sampler = body.bytes + [0xAA, 0xBB, 0xCC]
        memory.bytes += ChunkFamily.riff.bytes(of: StoredChunk(id: "smpl", bytes: sampler))
        let file = try AudioFile(opening: memory.callbacks, permission: .readWrite)
        try file.setProperty("mkls", .markers([AudioFileMarker(framePosition: 3, id: 1)], .none))
        try file.close()
        #expect(try AudioFile(opening: memory.bytes).userData("smpl") == sampler)
        let again = try AudioFile(opening: memory.callbacks, permission: .readWrite)
        try again.setProperty("rgls", .regions([]))
        try again.close()
        let last = try AudioFile(opening: memory.bytes)
        #expect(try last.userData("smpl") == Array(sampler[..<28]) + [0, 0, 0, 0, 3, 0, 0, 0, 0xAA, 0xBB, 0xCC])
        #expect(last.content.markers.map(\.framePosition) == [3])
    }
}
