internal import KKPCM

extension AudioFileStream {
    /// What a look at something foreign takes.
    private static let foreignByteCount = 4096

    /// Finds out what the stream is; `false` when more bytes are needed.
    ///
    /// Signatures first, then the search for packets of MPEG audio, ADTS and AC-3, of which four must follow one
    /// another, and last the words for what it is instead.
    func probe(isEnd: Bool) throws(AudioFileStreamError) -> Bool {
        guard window.count > 0 else { return false }
        guard junkBeforeAudio == 0 else { return try findPackets(isEnd: isEnd) }
        let type: FileType?
        do throws(FramingShortage) {
            let bytes = window.bytes
            let span = bytes.span.extracting(window.range)
            let isInTag = tags.remaining > 0
            if let count = try tags.step(span, isEnd: isEnd, rest: nil) {
                takeTag(count, isFirst: !isInTag)
                window.drop(count)
                needed = 1
                return true
            }
            _ = try span.reaches(FormatProbe.signatureByteCount(span), isEnd: isEnd)
            type = FormatProbe.signature(span)
        } catch {
            needed = error.byteCount
            return false
        }
        guard let type else { return try findPackets(isEnd: isEnd) }
        needed = 1
        let format = ContainerFormat.of(type)
        if let kind = format?.streams.first {
            try beginFramed(kind.framer(), kind.typeID)
            return true
        }
        guard format?.parser != nil else {
            throw AudioFileStreamError(
                .unsupportedFileType, at: window.offset,
                "this is \(type.name), which can be read as a file but not as a stream")
        }
        container = PassingContainer(type, start: window.offset)
        phase = .header
        return true
    }

    /// Keeps the beginning of an ID3 tag for its texts, of which the first of each kind counts.
    private func takeTag(_ count: Int, isFirst: Bool) {
        if isFirst { endTag() }
        let part = window.prefix(min(count, ID3Texts.limit - tagBytes.count))
        if !tagBytes.isEmpty || isFirst && part.starts(with: "ID3".utf8) { tagBytes += part }
    }

    /// Reads what was kept of a tag.
    private func endTag() {
        for text in ID3Texts.read(tagBytes) where !tagTexts.contains(where: { $0.key == text.key }) {
            tagTexts.append(text)
        }
        tagBytes = []
    }

    private func findPackets(isEnd: Bool) throws(AudioFileStreamError) -> Bool {
        let found: (kind: StreamKind, framer: any StreamFramer)?
        do throws(FramingShortage) {
            let bytes = window.bytes
            found = try StreamKind.framer(
                of: bytes.span.extracting(window.range), isEnd: isEnd, isAtStart: junkBeforeAudio == 0,
                typeHint: typeHint)
        } catch {
            needed = max(error.byteCount, window.count + 1)
            return false
        }
        if let found {
            endJunk()
            try beginFramed(found.framer, found.kind.typeID)
            return true
        }
        if junkBeforeAudio == 0 {
            if window.count < Self.foreignByteCount, !isEnd {
                needed = Self.foreignByteCount
                return false
            }
            try refuseForeign()
        }
        guard junkBeforeAudio < Self.maximumJunk else {
            throw AudioFileStreamError(
                .unsupportedFileType, at: window.offset,
                "this is not a recognised audio stream: \(Self.maximumJunk) bytes hold no packet of any kind")
        }
        let first = window.range.lowerBound
        var count = 1
        while count < window.count, !StreamKind.syncBytes.contains(window.bytes[first + count]) { count += 1 }
        noteJunk(count)
        junkBeforeAudio += Int64(count)
        window.drop(count)
        needed = 1
        return window.count > 0
    }

    private func beginFramed(_ framer: any StreamFramer, _ fileFormat: FourCharCode) throws(AudioFileStreamError) {
        endTag()
        try begin(StreamAudio(framer, fileFormat, at: window.offset, texts: tagTexts))
    }

    /// Says what a stream is that begins like something else.
    private func refuseForeign() throws(AudioFileStreamError) {
        let head = window.prefix(min(window.count, Self.foreignByteCount))
        // What could be a packet is not a picture and no text.
        guard !StreamKind.syncBytes.contains(head[0]) else { return }
        do throws(AudioFileError) {
            try ForeignFile.refuse(head)
        } catch {
            throw AudioFileStreamError(.unsupportedFileType, at: window.offset, error.problem)
        }
    }

    // MARK: Junk

    /// Takes `count` bytes at the start of the window for junk.
    func noteJunk(_ count: Int) {
        let start = junk?.lowerBound ?? window.offset
        let first = window.range.lowerBound
        isJunkZeros = (junk == nil || isJunkZeros) && window.bytes[first..<first + count].allSatisfy { $0 == 0 }
        junk = start..<window.offset + Int64(count)
    }

    /// Tells of the junk that ends here.
    func endJunk() {
        guard let range = junk else { return }
        junk = nil
        if let junkListener { return junkListener(range, nextPacket > 0 && !hasEnded, isJunkZeros) }
        warn(range.lowerBound, range.upperBound - range.lowerBound)
    }

    private func warn(_ offset: Int64, _ count: Int64) {
        warn(at: offset, "\(count) bytes are not a packet", "they are left out")
    }
}
