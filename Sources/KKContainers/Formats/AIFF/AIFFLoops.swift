internal import KKPCM

/// The loops of an AIFF file's instrument, one that plays while a key is held and one that plays after it, on their way
/// into the file.
///
/// Their ends are markers, which `INST` refers to by number: those that are there are used, others are added after
/// them.
///
/// Source: Apple, Audio Interchange File Format (1989), "Marker Chunk" and "Instrument Chunk". A marker lies between
/// two frames, so a loop ends before the frame that its end states.
struct AIFFLoops {
    /// All markers, in the order of their numbers, which begin at 1.
    private(set) var markers: [AudioFileMarker]
    /// The instrument; `nil` if there is none.
    private(set) var chunk: StoredChunk?

    private static let byteCount = 20
    /// Where the sustain loop and the release loop begin: how it plays, and two markers.
    private static let places = [8, 14]

    /// - Throws: `-50` for a region that is not a loop, and for a third one.
    init(_ content: Container, name: String) throws(AudioFileError) {
        markers = content.markers
        guard !content.regions.isEmpty || content.instrument != nil else { return }
        // Middle C, all keys and velocities, no gain.
        var bytes = content.instrument ?? [60, 0, 0, 127, 1, 127] + [UInt8](repeating: 0, count: 14)
        for place in Self.places where bytes.count >= place + 6 {
            for index in place..<place + 6 { bytes[index] = 0 }
        }
        var taken: [Int] = []
        for (number, region) in content.regions.enumerated() {
            let place = region.markers.first?.type == .releaseLoopStart ? Self.places[1] : Self.places[0]
            guard region.markers.count == 2, region.markers[0].framePosition < region.markers[1].framePosition,
                !taken.contains(place),
                bytes.count >= Self.byteCount,
                region.flags.contains(.playForward) || !region.flags.contains(.playBackward)
            else {
                throw AudioFileError(
                    .parameter, kind: .usage, path: name,
                    "AIFF has a sustain loop and a release loop, forwards or back and forth, but cannot store region \(number)",
                    nextStep: "give each region two markers, of a release loop 'rlbg' and 'rlen', or write caff")
            }
            taken.append(place)
            let mode: UInt16 = !region.flags.contains(.loopEnable) ? 0 : region.flags.contains(.playBackward) ? 2 : 1
            for (offset, value) in [mode, self.number(of: region.markers[0]), self.number(of: region.markers[1])]
                .enumerated()
            {
                bytes[place + 2 * offset] = UInt8(value >> 8)
                bytes[place + 2 * offset + 1] = UInt8(value & 0xFF)
            }
        }
        chunk = StoredChunk(id: "INST", bytes: bytes)
    }

    /// The number of a marker at that frame with that name, which is added if there is none.
    private mutating func number(of end: AudioFileMarker) -> UInt16 {
        if let index = markers.firstIndex(where: {
            $0.framePosition == end.framePosition && (end.name.isEmpty || $0.name == end.name)
        }) {
            return UInt16(truncatingIfNeeded: index + 1)
        }
        markers.append(end)
        return UInt16(truncatingIfNeeded: markers.count)
    }

    /// The loops that an instrument has.
    ///
    /// - Parameters:
    ///   - instrument: the chunk `INST`.
    ///   - marks: the chunk `MARK`.
    static func regions(instrument: Fields, marks: Fields) -> [AudioFileRegion] {
        var ends: [(id: UInt16, frame: UInt32, name: String)] = []
        var offset = 2
        for _ in 0..<min(Int(marks.uint16(0) ?? 0), Container.markerLimit) {
            guard let id = marks.uint16(offset), let frame = marks.uint32(offset + 2),
                let length = marks.byte(offset + 6)
            else { break }
            ends.append((id, frame, marks.text(offset + 7..<offset + 7 + Int(length))))
            offset += 7 + Int(length) + (Int(length) + 1) % 2
        }
        let kinds: [(AudioFileMarker.Kind, AudioFileMarker.Kind)] = [
            (.sustainLoopStart, .sustainLoopEnd), (.releaseLoopStart, .releaseLoopEnd),
        ]
        var regions: [AudioFileRegion] = []
        for (index, place) in places.enumerated() {
            guard let mode = instrument.uint16(place), mode == 1 || mode == 2,
                let start = ends.first(where: { $0.id == instrument.uint16(place + 2) }),
                let end = ends.first(where: { $0.id == instrument.uint16(place + 4) }), start.frame < end.frame
            else { continue }
            regions.append(
                AudioFileRegion(
                    id: UInt32(index + 1),
                    flags: mode == 2 ? [.loopEnable, .playForward, .playBackward] : [.loopEnable, .playForward],
                    markers: [
                        AudioFileMarker(
                            framePosition: Double(start.frame), name: start.name, id: UInt32(start.id),
                            type: kinds[index].0),
                        AudioFileMarker(
                            framePosition: Double(end.frame), name: end.name, id: UInt32(end.id), type: kinds[index].1),
                    ]))
        }
        return regions
    }
}

extension Container {
    /// The loops of an AIFF file's instrument as regions.
    mutating func takeAIFFLoops(_ source: ByteSource) throws(AudioFileError) {
        guard let place = chunks.first(where: { $0.id == "INST" }) else { return }
        let fields = try source.fields(at: place.offset, count: Int(min(place.byteCount, 64)), isBigEndian: true)
        instrument = fields.bytes
        guard let marks = chunks.first(where: { $0.id == "MARK" }) else { return }
        regions = AIFFLoops.regions(
            instrument: fields,
            marks: try source.fields(
                at: marks.offset, count: Int(min(marks.byteCount, Int64(Container.textLimit))), isBigEndian: true))
    }
}
