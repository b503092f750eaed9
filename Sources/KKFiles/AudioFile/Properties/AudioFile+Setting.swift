public import KKPCM

extension AudioFile {
    /// `AudioFileSetProperty`.
    ///
    /// Properties that are set before the first packet are stored before the audio. Later ones use the room of the old
    /// value there, or are stored after the audio until ``optimize()``. An error changes nothing. An opened file is
    /// written only if something was set.
    ///
    /// - Throws: `'pty?'` for an unknown or read-only property, or one that this kind of file does not have; `'!siz'`
    ///   for a wrong type of value; `-50` for an impossible value; `'prm?'` for a file that was opened to be read;
    ///   `-38` after ``close()``.
    public func setProperty(_ id: FourCharCode, _ value: PropertyValue) throws(AudioFileError) {
        try requireOpen()
        let container = try beginWriting()
        switch (id, value) {
        case (Property.magicCookieData, .bytes(let bytes)):
            guard container.family == .caf || container.family == .stream || container.family == .boxes else {
                throw unknown(id, "this file type has no magic cookie")
            }
            if container.family == .stream { try requireNoAudio(id) }
            let cookie = container.family == .caf ? MagicCookieForm.caf(bytes, content.dataFormat.formatID) : bytes
            try change([.cookie]) { $0.magicCookie = cookie.isEmpty ? nil : cookie }
        case (Property.channelLayout, .layout(let layout)): try set(layout, container)
        case (Property.markerList, .markers(let markers, let timeType)):
            try requirePart(.markers, id, container)
            try AudioFileAnnotations(markers: markers).requireStorable(name: name)
            // The loops of AIFF refer to markers by their numbers.
            try change(container.family == .iff ? [.markers, .regions] : [.markers]) {
                ($0.markers, $0.timeType) = (markers, timeType)
            }
        case (Property.regionList, .regions(let regions)):
            guard !container.family.layout.ids(.regions).isEmpty else {
                throw unknown(id, "this file type has no regions")
            }
            try AudioFileAnnotations(regions: regions).requireStorable(name: name)
            try change(container.family == .iff ? [.markers, .regions] : [.regions]) { $0.regions = regions }
        case (Property.infoDictionary, .dictionary(let tags)):
            guard container.family != .stream else { throw unknown(id, "this file type has no dictionary") }
            try AudioFileAnnotations(information: tags).requireStorable(name: name)
            if container.family == .au { try setAnnotation(tags) } else { try change([.info]) { $0.tags = tags } }
        case (Property.packetTableInfo, .packetTableInfo(let info)):
            try requirePart(.packetTable, id, container)
            let frames = try content.frameCount()
            let numbers = [info.validFrames, info.primingFrames, info.remainderFrames]
            guard numbers.allSatisfy({ (0...Int64.max / 4).contains($0) }), numbers.reduce(0, +) == frames else {
                throw AudioFileError(
                    .parameter, kind: .usage, path: name,
                    "\(info.validFrames) valid, \(info.primingFrames) priming and \(info.remainderFrames) remaining frames "
                        + "do not add up to the \(frames) frames of the packets",
                    nextStep: "give numbers whose sum is that number")
            }
            try change([.packetTable]) { $0.packetTableInfo = info }
        case (Property.reserveDuration, .seconds(let seconds)):
            try requireNoAudio(id)
            guard seconds >= 0, seconds < 1e9 else {
                throw parameter("\(seconds) seconds cannot be reserved", "give 0 to 10⁹")
            }
            writing?.reservedSeconds = seconds
        case (Property.deferSizeUpdates, .number(let number)):
            writing?.defersSizes = number != 0
            // What is put off need not be written for that.
            guard number == 0 else { return }
        case (Property.id3Tag, .bytes(let bytes)): try setID3Tag(bytes, container)
        default:
            guard Self.settable.contains(id) else { throw unknown(id, "there is no such property that can be set") }
            throw AudioFileError(
                .badPropertySize, kind: .usage, path: "\(name), property \(id)",
                "the value has the wrong type for this property",
                nextStep: "see AudioFile.Property for its type")
        }
        try keepChange()
    }

    /// Goes over to writing with what was set: to the file's head at once where sizes are not deferred.
    private func keepChange() throws(AudioFileError) {
        try startStore()
        if writing?.updatesAtOnce == true { try update() }
    }

    private static let settable = [
        Property.magicCookieData, Property.channelLayout, Property.markerList, Property.regionList,
        Property.infoDictionary,
        Property.packetTableInfo, Property.reserveDuration, Property.deferSizeUpdates, Property.id3Tag,
    ]

    /// Sets a part of the content; when it cannot be stored, the content is as it was.
    private func change(
        _ parts: [AudioFileContainer.Part], _ body: (inout Container) -> Void
    ) throws(AudioFileError) {
        guard var writing else { return }
        var changed = content
        body(&changed)
        for part in parts where !writing.made.contains(part) {
            writing.made.append(part)
            let container = writing.container
            func isOld(_ chunk: StoredChunk) -> Bool { container.family.layout.isMade(chunk, of: part) }
            changed.replaced += writing.others.filter(isOld)
            writing.others.removeAll(where: isOld)
        }
        _ = try writing.container.chunks(changed, parts, name: name)
        content = changed
        self.writing = writing
    }

    private func set(_ layout: ChannelLayout, _ container: AudioFileContainer) throws(AudioFileError) {
        guard layout.channelCount == content.dataFormat.channelCount else {
            throw parameter(
                "a layout of \(layout.channelCount) channels, but the audio has \(content.dataFormat.channelCount)",
                "give one with that number of channels")
        }
        switch container.family {
        case .riff, .wave64:
            // The header must keep its length: a mask is stated in a longer one.
            let isStored = layout.waveMask != nil || layout == .discrete(layout.channelCount)
            guard isStored else { throw parameter("WAVE has no channel mask for the layout \(layout)", "write caff") }
            try requireNoAudio(Property.channelLayout)
            content.layout = layout
        case .iff, .caf: try change([.layout]) { $0.layout = layout }
        case .au: throw unknown(Property.channelLayout, "AU cannot store it")
        case .stream, .boxes: throw unknown(Property.channelLayout, "the packets define the channels")
        }
    }

    /// The one text of an AU file. Behind its first packet a text takes the bytes of the one that is there.
    private func setAnnotation(_ tags: [FileProperties.Tag]) throws(AudioFileError) {
        guard tags.count <= 1, tags.allSatisfy({ $0.key == "comments" }) else {
            throw parameter("AU can store only 'comments'", "give that, or write caff")
        }
        let text = tags.flatMap { Array($0.value.utf8) }
        guard text.count <= Container.textLimit else {
            throw parameter("a text of \(text.count) bytes, more than \(Container.textLimit)", "give a shorter one")
        }
        // With a zero after it, and in whole words of 8 bytes.
        let room = writing?.room == nil ? (text.isEmpty ? 0 : (text.count + 8) & ~7) : content.annotation.count
        guard text.count < room || text.isEmpty else {
            throw AudioFileError(
                .operationNotSupported, kind: .usage, path: name,
                "a text of \(text.count) bytes does not fit: there are \(room) bytes before the audio",
                nextStep: "set it before the first packet, or give a shorter one")
        }
        content.annotation = text + [UInt8](repeating: 0, count: room - text.count)
        content.tags = tags
    }

    /// Before the packets of a stream, or in a chunk of its own.
    private func setID3Tag(_ bytes: [UInt8], _ container: AudioFileContainer) throws(AudioFileError) {
        let isChunk = container.family == .riff || container.family == .iff
        guard isChunk || container.family == .stream && content.typeID != TypeID.flac else {
            throw unknown(Property.id3Tag, "this file type has no ID3 tag")
        }
        guard bytes.isEmpty || bytes.starts(with: "ID3".utf8) else {
            throw parameter("the bytes are not an ID3v2 tag", "give a complete one, starting with 'ID3'")
        }
        guard !isChunk else {
            try requireUserDataLength(bytes)
            writing?.others.removeAll { ID3Texts.chunkIDs.contains($0.id) }
            if !bytes.isEmpty { try setUserData(ID3Texts.chunkIDs[0], bytes) }
            return
        }
        try requireNoAudio(Property.id3Tag)
        content.newID3Tag = bytes
        content.id3Tag = bytes.isEmpty ? nil : 0..<Int64(bytes.count)
    }

    private func requirePart(
        _ part: AudioFileContainer.Part, _ id: FourCharCode, _ container: AudioFileContainer
    ) throws(AudioFileError) {
        guard !container.family.layout.ids(part).isEmpty else {
            throw unknown(id, "this file type has no place for it")
        }
    }

    private func requireNoAudio(_ id: FourCharCode) throws(AudioFileError) {
        guard writing?.room == nil else {
            throw AudioFileError(
                .operationNotSupported, kind: .usage, path: "\(name), property \(id)", "audio has already been written",
                nextStep: "set it before the first packet")
        }
    }

    /// Adds or replaces the chunk `index` with this name. `index` counts as in ``userData(_:at:)``, and may be one
    /// after the last.
    ///
    /// - Throws: `'chk?'` for a name that the container uses itself, for a chunk that is made from a property, and for
    ///   a wrong index; `-50` for more than 64 MiB; `'prm?'` for a file that was opened to be read; `-38` after
    ///   ``close()``.
    ///
    /// ## Allocation
    /// The bytes, which are kept until ``close()``; at the first change of a file all its chunks.
    public func setUserData(_ id: FourCharCode, at index: Int = 0, _ bytes: [UInt8]) throws(AudioFileError) {
        let places = try userPlaces(StoredChunk(id: id, bytes: bytes), at: index)
        guard index <= places.made + places.others.count else { throw noChunk(id, index) }
        try requireUserDataLength(bytes)
        if index < places.made + places.others.count {
            writing?.others[places.others[index - places.made]].bytes = bytes
        } else {
            writing?.others.append(StoredChunk(id: id, bytes: bytes))
        }
        try keepChange()
    }

    /// Removes a chunk.
    ///
    /// - Throws: `'chk?'` for a chunk that does not exist, or is made from a property; `'prm?'` for a file that was opened
    ///   to be read; `-38` after ``close()``.
    public func removeUserData(_ id: FourCharCode, at index: Int = 0) throws(AudioFileError) {
        let places = try userPlaces(StoredChunk(id: id, bytes: []), at: index)
        guard index < places.made + places.others.count else { throw noChunk(id, index) }
        writing?.others.remove(at: places.others[index - places.made])
        try keepChange()
    }

    private func requireUserDataLength(_ bytes: [UInt8]) throws(AudioFileError) {
        guard Int64(bytes.count) <= Self.longestUserData else {
            throw parameter("a chunk of \(bytes.count) bytes, more than \(Self.longestUserData)", "give a shorter one")
        }
    }

    /// How many chunks of a name properties make, which are counted first, and where those of ``AudioFileDraft/others``
    /// are.
    private func userPlaces(_ chunk: StoredChunk, at index: Int) throws(AudioFileError) -> (made: Int, others: [Int]) {
        let container = try beginWriting()
        guard let writing else { return (0, []) }
        let isProperty = writing.made.contains { container.family.layout.isMade(chunk, of: $0) }
        let made = try container.chunks(content, writing.made, name: name).count { $0.id == chunk.id }
        guard !container.family.layout.isStructure(chunk.id), !isProperty, index < 0 || index >= made else {
            throw AudioFileError(
                .invalidChunk, kind: .usage, path: name, "the chunk \(chunk.id) is written by the file itself",
                nextStep: "set the property it is made from")
        }
        guard index >= 0 else { throw noChunk(chunk.id, index) }
        return (made, writing.others.indices.filter { writing.others[$0].id == chunk.id })
    }
}
