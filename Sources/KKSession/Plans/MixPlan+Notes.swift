internal import KKFiles
internal import KKPCM

/// What belongs to the sound beside its words, on its way from a track's file into the output.
extension MixPlan {
    /// All that the output gets, in its own frames.
    ///
    /// - Throws: `noInput` and `badData` for a cover that cannot be had.
    static func notes(
        _ session: Session, _ tracks: [PlannedTrack], sampleRate: Double, frameCount: Int64
    ) throws -> (notes: AudioFileAnnotations, notices: [String]) {
        let choice = session.texts
        var notes = AudioFileAnnotations(information: choice.texts(of: tracks.map(\.properties.tags)))
        var notices: [String] = []
        if let number = choice.track, tracks.indices.contains(number - 1) {
            let track = tracks[number - 1]
            if let path = track.noted, let file = try? TaggedFile(path: path) {
                notes.take(choice.kept(of: file.notes))
            }
            let placed = track.placing(notes, in: session, sampleRate: sampleRate, frameCount: frameCount)
            (notes, notices) = (placed.notes, placed.lost.map { "\(track.spec.path): \($0)" })
        }
        if choice.marksTracks {
            notes.markers = tracks.enumerated().filter { $1.frameCount != 0 }.map { index, track in
                AudioFileMarker(framePosition: Double(track.start), name: track.title ?? "Part \(index + 1)")
            }
        }
        if let cover = choice.cover {
            notes.pictures.removeAll { $0.kind == AttachedPicture.frontCover }
            notes.pictures.insert(try AttachedPicture(path: cover), at: 0)
        }
        return (notes, notices)
    }
}

extension AudioFileAnnotations {
    /// All of another sound's belongings but its words.
    fileprivate mutating func take(_ other: AudioFileAnnotations) {
        let words = information
        self = other
        information = words
    }
}

extension TextChoice {
    /// What is wanted of a file's belongings.
    fileprivate func kept(of notes: AudioFileAnnotations) -> AudioFileAnnotations {
        guard !keys.isEmpty else { return notes }
        var kept = AudioFileAnnotations()
        func wants(_ names: String...) -> Bool { names.contains { keys.contains($0) } }
        if wants("cover", "pictures") { kept.pictures = notes.pictures }
        if wants("markers", "chapters") { (kept.markers, kept.timeType) = (notes.markers, notes.timeType) }
        if wants("regions", "loops") { kept.regions = notes.regions }
        if wants("instrument") { kept.instrument = notes.instrument }
        if wants("ixml") { kept.productionNotes = notes.productionNotes }
        return kept
    }
}

extension PlannedTrack {
    /// What its file calls the sound, or is called itself.
    fileprivate var title: String? {
        properties.tags.first { $0.key == "title" }?.value
            ?? (spec.path.isStandard || spec.path.isStimulus ? nil : spec.path.stem)
    }

    /// Its file, where that can be read a second time.
    fileprivate var noted: FilePath? {
        spec.raw == nil && spec.path.identity(standard: 0) != nil ? spec.path : nil
    }

    /// Notes of the file in the frames of the mix; what lies outside the part that is played goes, and what would be
    /// false of it.
    fileprivate func placing(
        _ all: AudioFileAnnotations, in session: Session, sampleRate: Double, frameCount: Int64
    ) -> (notes: AudioFileAnnotations, lost: [String]) {
        var (notes, lost) = (all, [String]())
        let isCut = !isWholeFile || start > 0 || session.tracks.count > 1
        if passes != 1 || spec.isReversed, !all.markers.isEmpty || !all.regions.isEmpty {
            (notes.markers, notes.regions) = ([], [])
            let how = spec.isReversed ? "backwards" : "several times"
            lost.append("its markers are left out, because it is played \(how)")
        }
        let ratio = sampleRate / playedRate * stretching
        let first = Double(regionStart)
        let end = min(Double(frameCount), Double(start) + Double(regionLength ?? .max / 2) * ratio)
        func moved(_ marker: AudioFileMarker) -> AudioFileMarker {
            var marker = marker
            marker.framePosition = Double(start) + (marker.framePosition - first) * ratio
            // A place between frames is none that people set.
            if ratio != 1 { marker.framePosition.round() }
            return marker
        }
        if isCut || ratio != 1 || spec.isReversed {
            notes.markers = notes.markers.map(moved).filter {
                // A marker on the cut belongs to what follows.
                $0.framePosition >= Double(start) && (isEndCut ? $0.framePosition < end : $0.framePosition <= end)
            }
            notes.regions = notes.regions.compactMap { region in
                var region = region
                region.markers = region.markers.map(moved)
                let ends = region.markers.map(\.framePosition)
                guard let low = ends.min(), let high = ends.max(), high > Double(start), low < end else { return nil }
                for index in region.markers.indices {
                    region.markers[index].framePosition = min(
                        end, max(Double(start), region.markers[index].framePosition))
                }
                return region
            }
            if notes.productionNotes != nil {
                notes.productionNotes = nil
                lost.append("its iXML is left out, because it counts the frames of the file")
            }
        }
        if isCut || !session.changes.isEmpty || !isAsLoud {
            notes.information.removeAll { $0.isOfLevel && !session.texts.set.contains($0) }
        }
        moveTime(&notes.information, ratio, isKept: !isConverted(to: fileRate) && passes == 1 && !spec.isReversed)
        return (notes, lost)
    }

    /// Whether the file goes on after the part that is played.
    private var isEndCut: Bool {
        guard let regionLength else { return false }
        return regionLength < properties.frameCount - regionStart
    }

    /// The frames since midnight at which the sound begins (bext's time reference).
    private func moveTime(_ texts: inout [FileProperties.Tag], _ ratio: Double, isKept: Bool) {
        guard let index = texts.firstIndex(where: { $0.key == "time reference" }), let time = UInt64(texts[index].value)
        else { return }
        guard ratio != 1 || regionStart != 0 || start != 0 || !isKept else { return }
        let moved = ((Double(time) + Double(regionStart)) * ratio - Double(start)).rounded()
        if isKept, let frames = UInt64(exactly: moved) {
            texts[index].value = String(frames)
        } else {
            texts.remove(at: index)
        }
    }
}

extension FileProperties.Tag {
    /// Whether it is a measure of the sound as it was: ReplayGain, and the loudness of a broadcast file.
    fileprivate var isOfLevel: Bool {
        key.hasPrefix("replaygain_") || key.hasPrefix("r128_") || key.hasPrefix("loudness ")
            || key.hasPrefix("maximum ")
    }
}
