internal import KKPCM

/// The blocks of a FLAC file that belong to its sound: the Vorbis comment, pictures, the tracks of a disc.
///
/// Source: RFC 9639 §8.
struct FLACNotes: NoteStore {
    private var blocks: [(kind: UInt32, content: Range<Int64>)] = []
    private let source: ByteSource
    private let start: Int64
    let sampleRate: Double
    private(set) var notes = AudioFileAnnotations()
    var output: OutputContainer? { .flac }

    private static let application: UInt32 = 2
    private static let cueSheet: UInt32 = 5
    private static let picture: UInt32 = 6

    /// - Parameter start: where `fLaC` is.
    /// - Throws: `badData` for metadata that is damaged.
    init(_ source: ByteSource, start: Int64) throws(AudioFileError) {
        (self.source, self.start) = (source, start)
        if let damage = try FLACMetadata(source, start: start).damage { throw damage }
        var place = start + 4
        // One of them is the last: those of other files are damaged.
        while let word = try source.fields(at: place, count: 4, isBigEndian: true).uint32(0),
            let header = FLACMetadata.BlockHeader(word)
        {
            place += 4 + Int64(header.byteCount)
            blocks.append((header.kind, place - Int64(header.byteCount)..<place))
            if header.isLast { break }
        }
        let info = try source.fields(at: start + 18, count: 4, isBigEndian: true).uint32(0) ?? 0
        sampleRate = Double(info >> 12)
        notes = VorbisNotes.read(try comment(), of: .flac, sampleRate: sampleRate)
        for block in blocks {
            switch block.kind {
            case Self.picture:
                if let picture = PictureBlock.picture(try bytes(block)) { notes.pictures.append(picture) }
            case Self.application:
                let name = try source.fields(at: block.content.lowerBound, count: 4, isBigEndian: true).code(0)
                notes.unread.append("the block APPLICATION \(name?.description ?? "")")
            case Self.cueSheet:
                let sheet = FLACCueSheet(try bytes(block))
                // Chapters of the comment have names.
                if notes.markers.isEmpty { notes.markers = sheet.tracks }
                if sheet.tracks.isEmpty {
                    notes.unread.append("the block CUESHEET")
                } else if sheet.hasCodes {
                    notes.unread.append("the catalogue numbers of the block CUESHEET")
                }
            default: break
            }
        }
    }

    private func bytes(_ block: (kind: UInt32, content: Range<Int64>)) throws(AudioFileError) -> [UInt8] {
        try source.bytes(at: block.content.lowerBound, count: block.content.count)
    }

    private func comment() throws(AudioFileError) -> VorbisComment {
        guard let block = blocks.first(where: { $0.kind == FLACMetadata.BlockHeader.comment }) else {
            return VorbisComment([])
        }
        return VorbisComment(try bytes(block))
    }

    /// What gives the file other texts and pictures. All other blocks stay.
    ///
    /// - Throws: `usage` for what a block of 16 MiB does not hold.
    func splices(_ edit: NotesEdit, frameCount _: Int64?) throws(AudioFileError) -> [NoteSplice] {
        let old = try comment()
        let kept = VorbisNotes.kept(old, edit)
        var made: [(kind: UInt32, bytes: [UInt8])] = []
        for block in blocks where block.kind != FLACMetadata.BlockHeader.comment {
            guard block.kind != Self.picture || edit.keepsPictures else { continue }
            // Without chapters there are no tracks either; where there are others the comment has them.
            guard block.kind != Self.cueSheet || edit.keepsMarkers || !edit.new.markers.isEmpty else { continue }
            made.append((block.kind, try bytes(block)))
        }
        let text = VorbisNotes.bytes(
            vendor: old.vendor, keeping: kept.entries, kept.rest, sampleRate: sampleRate, hasPictures: false)
        // Behind what says how the sound is stored.
        made.insert((FLACMetadata.BlockHeader.comment, text), at: min(1, made.count))
        made += kept.rest.pictures.map { (Self.picture, PictureBlock.bytes($0)) }
        var bytes = HeaderBytes()
        bytes.text("fLaC")
        for (index, block) in made.enumerated() {
            guard block.bytes.count < 1 << 24 else {
                throw AudioFileError(
                    .parameter, kind: .usage, path: source.name,
                    "the tags are longer than 16 MiB, the limit of a FLAC block",
                    nextStep: "give less")
            }
            let last: UInt32 = index == made.count - 1 ? 1 << 31 : 0
            bytes.big(last | block.kind << 24 | UInt32(block.bytes.count))
            bytes.append(block.bytes)
        }
        return [NoteSplice(range: start..<(blocks.last?.content.upperBound ?? start + 4), bytes: bytes.bytes)]
    }
}
