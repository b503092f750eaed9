internal import KKPCM

/// What a format has places for of what belongs to a sound, and what they are called in its files. Which words it takes
/// at all ``TextPlaces`` says.
package struct NotePlaces: Sendable {
    /// What is no text.
    package enum Part: CaseIterable, Sendable {
        case pictures
        /// Places with names: markers, cue points, chapters.
        case markers
        /// Stretches with names.
        case regions
        /// Stretches that a sampler plays again.
        case loops
        case instrument
        /// iXML.
        case productionNotes
    }

    package var names: [Part: String] = [:]
    /// The kind of tags that its files have.
    var tags = NoteOrigin.Kind.none
    /// Whether a text stands there under the name that the file gave it which it comes from.
    var keepsNames = false
    /// The markers that can be counted.
    var markerLimit = Container.markerLimit
    /// The bytes of a marker's name.
    var nameLimit = 4096
    /// Whether pictures have kinds, and whether one kind may be there twice.
    var keepsPictureKinds = true
    var repeatsPictureKinds = true
    /// Whether places are whole frames of 32 bits.
    var countsFrames = true
    /// What a text is called there.
    var text: @Sendable (_ key: String) -> String = { $0 }

    static let none = NotePlaces()

    package func has(_ part: Part) -> Bool { names[part] != nil }
}

extension ContainerFormat.Output {
    /// What of a sound's belongings has a place here, and the names of what has none.
    package func fitting(_ all: AudioFileAnnotations) -> (kept: AudioFileAnnotations, lost: [String]) {
        var kept = all.placed(in: texts)
        var lost = all.information.map(\.key).filter { texts.key(for: $0) == nil }
        if notes.has(.productionNotes) { lost += BroadcastExtension.shorten(&kept.information) }
        func leaveOut(_ isLost: Bool, _ name: String) { if isLost { lost.append(name) } }
        if !notes.has(.pictures) {
            leaveOut(!kept.pictures.isEmpty, "pictures")
            kept.pictures = []
        }
        let pictures = kept.pictures.filter { $0.bytes.count <= AttachedPicture.limit }
        leaveOut(pictures.count < kept.pictures.count, "pictures of more than 16 MB")
        kept.pictures = pictures
        takeKinds(&kept.pictures, leaveOut)
        takePlaces(&kept, leaveOut)
        if !notes.has(.instrument) {
            leaveOut(kept.instrument != nil, "a sampler's settings")
            kept.instrument = nil
        }
        if !notes.has(.productionNotes) {
            leaveOut(kept.productionNotes != nil, "iXML")
            kept.productionNotes = nil
        }
        if let origin = all.origin {
            if notes.keepsNames { kept.information = kept.information.map(origin.spelled) }
            let (fit, left) = origin.fitting(self, kept)
            kept.origin = fit
            lost += left
        }
        return (kept, lost)
    }

    /// Pictures without kinds are covers, of which players show the first.
    private func takeKinds(_ pictures: inout [AttachedPicture], _ leaveOut: (Bool, String) -> Void) {
        if !notes.keepsPictureKinds {
            let isFront = { (picture: AttachedPicture) in picture.kind == AttachedPicture.frontCover }
            leaveOut(pictures.count > 1 && !pictures.allSatisfy(isFront), "the kinds of pictures")
            pictures = pictures.filter(isFront) + pictures.filter { !isFront($0) }
            for index in pictures.indices { pictures[index].kind = AttachedPicture.frontCover }
        }
        if !notes.repeatsPictureKinds {
            var seen: Set<String> = []
            let count = pictures.count
            pictures.removeAll { !seen.insert($0.kindName).inserted }
            leaveOut(pictures.count < count, "further pictures of a kind")
        }
    }

    private func takePlaces(_ kept: inout AudioFileAnnotations, _ leaveOut: (Bool, String) -> Void) {
        let all = kept
        kept.markers = notes.has(.markers) ? all.markers : []
        kept.regions = all.regions.filter { notes.has($0.isLoop ? .loops : .regions) }
        if notes.countsFrames {
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
            for index in kept.markers.indices {
                kept.markers[index].name = kept.markers[index].name.shortened(to: notes.nameLimit)
            }
        }
        if notes.has(.loops), !notes.has(.regions) { kept.regions = kept.regions.ofInstrument }
        kept.markers = Array(kept.markers.prefix(notes.markerLimit))
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
    /// Its first whole characters, of at most so many bytes together.
    func shortened(to byteCount: Int) -> String {
        var text = self
        while text.utf8.count > byteCount { text.removeLast() }
        return text
    }
}
