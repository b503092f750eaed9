internal import KKPCM

/// What a format has places for beside texts (``TextPlaces``).
package struct NotePlaces: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let pictures = NotePlaces(rawValue: 1)
    /// Places with names: markers, cue points, chapters.
    package static let markers = NotePlaces(rawValue: 2)
    /// Stretches with names.
    package static let regions = NotePlaces(rawValue: 4)
    /// Stretches that a sampler plays again.
    package static let loops = NotePlaces(rawValue: 8)
    package static let instrument = NotePlaces(rawValue: 16)
    /// iXML.
    package static let productionNotes = NotePlaces(rawValue: 32)

    static let wave: NotePlaces = [.pictures, .markers, .regions, .loops, .instrument, .productionNotes]
    static let aiff: NotePlaces = [.pictures, .markers, .loops, .instrument]
    static let caf: NotePlaces = [.markers, .regions, .loops, .instrument]
    /// Covers, and chapters.
    static let player: NotePlaces = [.pictures, .markers]
}

extension ContainerFormat.Output {
    /// The markers that can be counted.
    var markerLimit: Int {
        switch container {
        case .mp3, .m4a: ID3Writer.chapterLimit
        case .flac, .ogg, .opus: VorbisNotes.chapterLimit
        case .aiff, .aifc: 0x7000
        default: Container.markerLimit
        }
    }

    /// The bytes of a marker's name.
    private var nameLimit: Int { [.m4a, .aiff, .aifc].contains(container) ? 255 : 4096 }

    /// Whether places are whole frames of 32 bits.
    private var countsFrames: Bool { notes.contains(.markers) && container != .caf }

    /// What of a sound's belongings has a place here, and the names of what has none.
    package func fitting(_ all: AudioFileAnnotations) -> (kept: AudioFileAnnotations, lost: [String]) {
        var kept = all.placed(in: texts)
        var lost = all.information.map(\.key).filter { texts.key(for: $0) == nil }
        if notes.contains(.productionNotes) { lost += BroadcastExtension.shorten(&kept.information) }
        func leaveOut(_ isLost: Bool, _ name: String) { if isLost { lost.append(name) } }
        if !notes.contains(.pictures) {
            leaveOut(!kept.pictures.isEmpty, "pictures")
            kept.pictures = []
        }
        let pictures = kept.pictures.filter { $0.bytes.count <= AttachedPicture.limit }
        leaveOut(pictures.count < kept.pictures.count, "pictures of more than 16 MB")
        kept.pictures = pictures
        takePlaces(&kept, leaveOut)
        if !notes.contains(.instrument) {
            leaveOut(kept.instrument != nil, "a sampler's settings")
            kept.instrument = nil
        }
        if !notes.contains(.productionNotes) {
            leaveOut(kept.productionNotes != nil, "iXML")
            kept.productionNotes = nil
        }
        if let origin = all.origin {
            // Its names are the keys themselves.
            if container == .caf { kept.information = kept.information.map(origin.spelled) }
            let (fit, left) = origin.fitting(self, kept)
            kept.origin = fit
            lost += left
        }
        return (kept, lost)
    }

    private func takePlaces(_ kept: inout AudioFileAnnotations, _ leaveOut: (Bool, String) -> Void) {
        let all = kept
        kept.markers = notes.contains(.markers) ? all.markers : []
        kept.regions = all.regions.filter { notes.contains($0.isLoop ? .loops : .regions) }
        if countsFrames {
            for index in kept.markers.indices { kept.markers[index].round() }
            for index in kept.regions.indices { kept.regions[index].round() }
            kept.markers.removeAll { UInt32(exactly: $0.framePosition) == nil }
            kept.regions.removeAll {
                UInt32(exactly: $0.start.framePosition) == nil || UInt32(exactly: $0.end) == nil
                    || $0.start.framePosition >= $0.end
            }
            // A loop has two ends and nothing between them.
            for index in kept.regions.indices where kept.regions[index].markers.count != 2 {
                kept.regions[index].trim()
            }
            for index in kept.markers.indices { kept.markers[index].name.shorten(to: nameLimit) }
        }
        if notes.isSuperset(of: .aiff), !notes.contains(.regions) { kept.regions = kept.regions.ofInstrument }
        kept.markers = Array(kept.markers.prefix(markerLimit))
        leaveOut(kept.markers.isEmpty && !all.markers.isEmpty, "markers")
        let rest = all.markers.count - kept.markers.count
        leaveOut(!kept.markers.isEmpty && rest > 0, "\(rest) of \(all.markers.count) markers")
        for (name, isLoop) in [("regions", false), ("loops", true)] {
            leaveOut(
                kept.regions.count { $0.isLoop == isLoop } < all.regions.count { $0.isLoop == isLoop }, name)
        }
    }
}

extension AudioFileMarker {
    fileprivate mutating func round() { framePosition = framePosition.rounded() }
}

extension AudioFileRegion {
    fileprivate mutating func round() {
        for index in markers.indices { markers[index].framePosition = markers[index].framePosition.rounded() }
    }

    fileprivate mutating func trim() {
        let (start, end) = (start.framePosition, end)
        markers = [
            AudioFileMarker(framePosition: start, type: isLoop ? .sustainLoopStart : .regionStart),
            AudioFileMarker(framePosition: end, type: isLoop ? .sustainLoopEnd : .regionEnd),
        ]
    }
}

extension [AudioFileRegion] {
    /// The first loop while a key is held and the first after it, forwards or back and forth: what AIFF has.
    fileprivate var ofInstrument: [AudioFileRegion] {
        var taken: [Bool] = []
        return filter { region in
            let isRelease = region.markers.first?.type == .releaseLoopStart
            guard region.isLoop, !taken.contains(isRelease),
                region.flags.contains(.playForward) || !region.flags.contains(.playBackward)
            else { return false }
            taken.append(isRelease)
            return true
        }
    }
}

extension String {
    /// To whole characters of at most so many bytes.
    fileprivate mutating func shorten(to byteCount: Int) {
        while utf8.count > byteCount { removeLast() }
    }
}
