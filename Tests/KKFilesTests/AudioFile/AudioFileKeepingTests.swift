import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

private let short = StreamDescription.linearPCM(sampleRate: 44_100, channels: 2, bits: 16, flags: .isSignedInteger)

/// Opens the file to be changed, changes it, and closes it.
private func changing(_ memory: MemoryFile, _ body: (AudioFile) throws -> Void) throws {
    let file = try AudioFile(opening: memory.callbacks, permission: .readWrite)
    try body(file)
    try file.close()
}

private func markers(_ file: AudioFile) throws -> ([AudioFileMarker], SMPTETimeType) {
    guard case .markers(let markers, let timeType) = try file.property("mkls") else {
        throw CocoaError(.featureUnsupported)
    }
    return (markers, timeType)
}

private func regions(_ file: AudioFile) throws -> [AudioFileRegion] {
    guard case .regions(let regions) = try file.property("rgls") else { throw CocoaError(.featureUnsupported) }
    return regions
}

/// A CAF file of which the audio, its peaks and its overview have all been edited once.
private func measuredCAF() -> MemoryFile {
    let peaks = CAFPeaks(
        editCount: 1, peaks: [CAFPeaks.Peak(value: 0.5, frame: 3), CAFPeaks.Peak(value: 0.25, frame: 4)])
    let overview = CAFOverview(
        editCount: 1, framesPerPoint: 100,
        points: [CAFOverview.Point](repeating: CAFOverview.Point(minimum: -3, maximum: 3), count: 2))
    let chunks = [StoredChunk(peaks), StoredChunk(overview)].flatMap(ChunkFamily.caf.bytes)
    let head = CAFHeader.bytes(CAFDescription(short)!, chunks: chunks, audioByteCount: 400, editCount: 1)
    return MemoryFile(head + pattern(400))
}

/// A WAVE file by hand: two cue points with labels, a note and a stretch, and a sampler's loops, one of which plays
/// three times.
private func sampledWave() -> MemoryFile {
    let cues: Bytes =
        .le(2 as UInt32) + .le(7, 10 as UInt32) + .text("data") + .le(0, 0, 10 as UInt32)
        + .le(9, 20 as UInt32) + .text("data") + .le(0, 0, 20 as UInt32)
    let labels: Bytes =
        .text("adtl") + Wave.chunk("labl", .le(7 as UInt32) + .text("ten\0"))
        + Wave.chunk("note", .le(7 as UInt32) + .text("loud\0"))
        + Wave.chunk("labl", .le(9 as UInt32) + .text("twenty\0"))
        + Wave.chunk("ltxt", .le(9, 5 as UInt32) + .text("rgn ") + .zeros(8))
    let sampler: Bytes =
        .le(1, 2, 22_675, 72, 0x8000_0000, 25, 0 as UInt32) + .le(2, 3 as UInt32) + .le(5, 1, 10, 50, 128, 3 as UInt32)
        + .le(6, 0, 60, 70, 0, 0 as UInt32) + .text("abc")
    let chunks =
        Wave.chunk("fmt ", .le(1, 2 as UInt16) + .le(44_100, 176_400 as UInt32) + .le(4, 16 as UInt16))
        + Wave.chunk("cue ", cues)
        + Wave.chunk("LIST", labels) + Wave.chunk("smpl", sampler) + Wave.chunk("data", .raw(pattern(400)))
    return MemoryFile((.text("RIFF") + .le(UInt32(chunks.count + 4)) + .text("WAVE") + chunks).all)
}

@Suite struct AudioFileKeepingTests {
    @Test("a CAF's edit count is read, stays when properties change, and goes up once when audio does") func editCount()
        throws
    {
        func counts(_ memory: MemoryFile) throws -> (data: UInt32, isPeakStale: Bool?, isOverviewStale: Bool?) {
            let file = try CAFFile(ByteSource(bytes: memory.bytes))
            let count = file.audio.editCount
            return (
                count, try file.content(CAFPeaks.self)?.isStale(editCount: count),
                try file.content(CAFOverview.self)?.isStale(editCount: count)
            )
        }
        let info = FileProperties.Tag(key: "title", value: "x")
        let memory = measuredCAF()
        try changing(memory) { try $0.setProperty("info", .dictionary([info])) }
        #expect(try counts(memory) == (1, false, false))
        try changing(memory) { file in
            try file.writePackets([1, 2, 3, 4], at: 0)
            try file.writePackets([1, 2, 3, 4], at: 1)
        }
        #expect(try counts(memory) == (2, true, true))
        // A property that is set before does not hide that the audio changes.
        let other = measuredCAF()
        try changing(other) { file in
            try file.setProperty("cmap", .layout(.stereo))
            try file.writePackets([1, 2, 3, 4], at: 0)
        }
        #expect(try counts(other) == (2, true, true))
        let new = MemoryFile()
        let file = try AudioFile(creating: new.callbacks, fileType: "caff", format: short)
        try file.writePackets(pattern(8))
        try file.close()
        #expect(try CAFFile(ByteSource(bytes: new.bytes)).audio.editCount == 0)
    }

    @Test("the same markers and regions set again leave WAVE's sampler, notes and texts as they were") func wave()
        throws
    {
        let memory = sampledWave()
        let before = try AudioFile(opening: memory.bytes)
        #expect(try markers(before).0.map(\.id) == [7, 9])
        try changing(memory) { file in
            let list = try markers(file)
            try file.setProperty("mkls", .markers(list.0, list.1))
        }
        var after = try AudioFile(opening: memory.bytes)
        for id: FourCharCode in ["cue ", "LIST", "smpl"] {
            #expect(try after.userData(id) == before.userData(id), "\(id)")
        }
        try changing(memory) { try $0.setProperty("rgls", .regions(try regions($0))) }
        after = try AudioFile(opening: memory.bytes)
        for id: FourCharCode in ["cue ", "LIST", "smpl"] {
            #expect(try after.userData(id) == before.userData(id), "\(id)")
        }
    }

    @Test(
        "a marker that goes takes its note along, a new one gets a number of its own, and a loop keeps how often it plays"
    )
    func waveChanges() throws {
        let memory = sampledWave()
        try changing(memory) { file in
            try file.setProperty(
                "mkls",
                .markers(
                    [
                        AudioFileMarker(framePosition: 30, name: "thirty"),
                        AudioFileMarker(framePosition: 20, name: "XX", id: 9),
                    ], .none))
            var loops = try regions(file)
            loops[0].markers[1].framePosition = 41
            loops.append(
                AudioFileRegion(
                    flags: .loopEnable, markers: [AudioFileMarker(framePosition: 0), AudioFileMarker(framePosition: 4)])
            )
            try file.setProperty("rgls", .regions(loops))
        }
        let after = try AudioFile(opening: memory.bytes)
        #expect(try markers(after).0.map(\.name) == ["XX", "thirty"])
        let ids = try markers(after).0.map(\.id)
        #expect(ids[0] == 9 && ids[1] != 9 && ids[1] != 0)
        let texts = String(decoding: try after.userData("LIST"), as: UTF8.self)
        #expect(!texts.contains("note") && texts.contains("ltxt") && !texts.contains("twenty") && texts.contains("XX"))
        let sampler = Fields(bytes: try after.userData("smpl"), isBigEndian: false)
        #expect(sampler.uint32(12) == 72 && sampler.uint32(28) == 3 && sampler.uint32(32) == 3)
        // Identifier, type, first and last frame, fraction, count.
        #expect((0..<6).map { sampler.uint32(36 + 4 * $0) } == [5, 1, 10, 40, 128, 3])
        #expect(sampler.uint32(36 + 48) == 1)
        #expect(Array(try after.userData("smpl").suffix(3)) == Array("abc".utf8))
    }

    @Test("markers of a CAF leave its regions and the strings that are no marker's") func strings() throws {
        let strings = CAFStrings(entries: [
            CAFStrings.Entry(id: 77, text: "nobody's"), CAFStrings.Entry(id: 1, text: "one"),
            CAFStrings.Entry(id: 5, text: "verse"),
        ])
        let region = AudioFileRegion(id: 5, flags: .playForward, markers: [AudioFileMarker(framePosition: 1, id: 1)])
        let chunks = [
            StoredChunk(strings),
            StoredChunk(
                CAFMarkers(markers: [
                    AudioFileMarker(framePosition: 4, id: 1), AudioFileMarker(framePosition: 6, id: 2),
                ])),
            StoredChunk(CAFRegions(timeType: .fps25, regions: [region])),
        ]
        let head = CAFHeader.bytes(
            CAFDescription(short)!, chunks: chunks.flatMap(ChunkFamily.caf.bytes), audioByteCount: 40)
        let memory = MemoryFile(head + pattern(40))
        let before = try AudioFile(opening: memory.bytes)
        func same(_ ids: [FourCharCode]) throws {
            let after = try AudioFile(opening: memory.bytes)
            for id in ids { #expect(try after.userData(id) == before.userData(id), "\(id)") }
            #expect(try regions(after) == regions(before))
        }
        try changing(memory) { file in
            let list = try markers(file)
            try file.setProperty("mkls", .markers(list.0, list.1))
        }
        try same(["mark", "regn"])
        #expect(try CAFStrings(bytes: AudioFile(opening: memory.bytes).userData("strg")).texts == strings.texts)
        try changing(memory) { try $0.setProperty("rgls", .regions(try regions($0))) }
        try same(["mark", "regn"])
        // Another marker may not take a name that is somebody else's.
        try changing(memory) { file in
            try file.setProperty("mkls", .markers([AudioFileMarker(framePosition: 2, name: "new", id: 77)], .none))
        }
        try same(["regn"])
        let after = try AudioFile(opening: memory.bytes)
        #expect(try markers(after).0.map(\.name) == ["new"] && markers(after).0[0].id != 77)
        #expect(try CAFStrings(bytes: after.userData("strg")).texts[77] == "nobody's")
    }

    @Test(
        "setUserData and userData count chunks of one name alike, and what a property makes is not set behind its back")
    func numbering() throws {
        let memory = MemoryFile()
        let file = try AudioFile(creating: memory.callbacks, fileType: "WAVE", format: short)
        try file.setProperty("info", .dictionary([FileProperties.Tag(key: "title", value: "x")]))
        #expect(code { try file.setUserData("LIST", at: 0, Array("own ".utf8)) } == .invalidChunk)
        #expect(code { try file.removeUserData("LIST", at: 0) } == .invalidChunk)
        try file.setUserData("LIST", at: 1, Array("own ".utf8))
        #expect(try file.userData("LIST", at: 1) == Array("own ".utf8))
        #expect(code { try file.setUserData("LIST", at: 2, Array("INFOabcd".utf8)) } == .invalidChunk)
        try file.setUserData("LIST", at: 1, Array("ownX".utf8))
        #expect(try file.userData("LIST", at: 1) == Array("ownX".utf8))
        try file.writePackets(pattern(40))
        try file.close()
        let read = try AudioFile(opening: memory.bytes)
        #expect(try read.userDataCount("LIST") == 2)
        #expect(try read.property("info") == .dictionary([FileProperties.Tag(key: "title", value: "x")]))
    }
}
