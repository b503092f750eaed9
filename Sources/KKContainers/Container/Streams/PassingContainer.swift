package import KKPCM

/// A container that comes as a stream: its parser, and the bytes that it wants of what passes.
///
/// Before the audio it collects them; after the audio, of the chunks there, it says what is wrong with them, as it does
/// of a file.
///
/// ## Memory
/// What a parser keeps, and what one of its steps looks at (``PassingBytes``).
package struct PassingContainer {
    package let fileType: FileType
    private let kind: any ContainerParser.Type
    private let start: Int64
    private let bytes: PassingBytes
    private let source: ByteSource
    private(set) var parser: (any ContainerParser)?
    /// Whether the parser has said all.
    private var isOver = false
    /// Whether the audio has begun, so that its bytes matter no more.
    private var isBehind = false
    /// What it said when the audio began.
    private var said: [FileWarning] = []

    /// Bytes before the end of the audio of which something may be said at the end: Wave64's padding.
    private static let lead: Int64 = 8

    /// - Returns: `nil` for a format without a container.
    package init?(_ fileType: FileType, start: Int64) {
        guard let kind = ContainerFormat.of(fileType)?.parser else { return nil }
        (self.fileType, self.kind, self.start) = (fileType, kind, start)
        bytes = PassingBytes(offset: start)
        source = ByteSource(bytes, name: "stream")
    }

    /// Where the audio is, once it has begun.
    package var audio: ContainerAudio? { parser?.audio }

    /// The bytes that are kept.
    var keptByteCount: Int { bytes.kept.count }

    /// Takes bytes of the stream that come next, or that were taken before.
    package mutating func take(_ more: ArraySlice<UInt8>, at offset: Int64) { bytes.append(more, at: offset) }

    /// Goes on until the audio begins.
    ///
    /// - Returns: the bytes that the parser has seen last, those of the audio among them; `nil` where more must come.
    package mutating func findAudio(isEnd: Bool) throws(AudioFileStreamError) -> (offset: Int64, bytes: [UInt8])? {
        if isEnd { bytes.end() }
        do throws(AudioFileError) {
            while audio == nil, !isOver, try step() {}
        } catch {
            throw AudioFileStreamError(error, at: parser?.position ?? start)
        }
        if audio != nil {
            let seen = (bytes.offset, bytes.kept)
            said = (try? parser?.container())?.warnings ?? []
            isBehind = true
            bytes.drop(before: parser?.position ?? 0)
            return seen
        }
        guard isOver || bytes.isStuck else { return nil }
        let place = parser?.position ?? start
        throw .damage(
            at: isEnd ? bytes.byteCount : place,
            isEnd
                ? "the stream ends inside the \(fileType.name) header"
                : "a chunk is expected here, before the audio")
    }

    /// Goes on after the audio, as far as bytes have come.
    package mutating func passTail() {
        do throws(AudioFileError) {
            while !isOver, try step() {}
        } catch {
            // What comes after something that is refused is nobody's.
            isOver = true
        }
        if isOver { bytes.stop() }
    }

    /// The stream as the parser sees it, now that its end is known.
    ///
    /// - Returns: the channels in their order, and what is wrong after the audio; `nil` if the parser refuses the
    ///   stream, or the audio is cut.
    package mutating func finish() -> (layout: ChannelLayout, warnings: [FileWarning])? {
        bytes.end()
        guard let audio, audio.claimed != nil, !audio.isOpen, bytes.byteCount >= audio.chunk.upperBound else {
            return nil
        }
        passTail()
        guard let found = try? parser?.container() else { return nil }
        let warnings = found.warnings.filter { warning in
            guard case .byte(let place)? = warning.position else { return false }
            return place >= audio.chunk.upperBound - Self.lead && !said.contains(warning)
        }
        return (found.storedLayout, warnings)
    }

    /// Takes a step, where enough bytes have come; `false` if not, or where there is none.
    private mutating func step() throws(AudioFileError) -> Bool {
        guard !bytes.isShort else { return false }
        bytes.beginStep()
        var next = parser
        var failure: AudioFileError?
        var goesOn = true
        do throws(AudioFileError) {
            if next == nil {
                next = try kind.init(source, fileType, start: start)
            } else {
                goesOn = try next?.step() ?? false
            }
        } catch {
            failure = error
        }
        // Whatever it came to: with more bytes it may come to something else.
        guard !bytes.isShort else { return false }
        if let failure { throw failure }
        (parser, isOver) = (next, !goesOn)
        if audio == nil || isBehind { bytes.drop(before: parser?.position ?? 0) }
        return goesOn
    }
}
