import KKFiles
import KKPCM

extension FuzzTarget {
    /// ``CAFFile``: every field of every chunk, the copy of the file, and the file written again of what was read.
    static func coreAudioFile(_ input: FuzzInput) throws(FuzzContradiction) -> FuzzReach {
        let file: CAFFile
        do throws(AudioFileError) {
            file = try CAFFile(path: input.path)
        } catch {
            try require(error.kind != .badData || error.position != nil, "an error without its byte: \(error)")
            return error.code == .unsupportedFileType ? .unknown : .refused
        }
        _ = try? file.markers()
        _ = try? file.regions()
        _ = try? file.layout()
        _ = try? CAFText(file).text
        try checkPacketTable(of: file)
        var rewrite = CAFRewrite(file)
        try checkCopy(of: rewrite, input)
        try set(CAFDescription.self, in: &rewrite)
        try set(CAFFormatList.self, in: &rewrite)
        try set(CAFChannelLayout.self, in: &rewrite)
        try set(CAFInstrument.self, in: &rewrite)
        try set(CAFMarkers.self, in: &rewrite)
        try set(CAFRegions.self, in: &rewrite)
        try set(CAFStrings.self, in: &rewrite)
        try set(CAFInformation.self, in: &rewrite)
        try set(CAFEditComments.self, in: &rewrite)
        try set(CAFOverview.self, in: &rewrite)
        try set(CAFPeaks.self, in: &rewrite)
        try set(CAFCookie.self, in: &rewrite)
        try set(CAFMIDI.self, in: &rewrite)
        try set(CAFXML.self, in: &rewrite)
        try set(CAFMaterialIdentifier.self, in: &rewrite)
        try set(CAFUserData.self, in: &rewrite)
        try set(CAFFreeSpace.self, in: &rewrite)
        try checkRewritten(rewrite, input)
        return .read
    }

    /// What was read gives bytes that are read as the same, and those go into the new file.
    private static func set<Content: CAFContent>(
        _ kind: Content.Type, in rewrite: inout CAFRewrite
    ) throws(FuzzContradiction) {
        guard let content = try? rewrite.file.content(kind) else { return }
        let bytes = content.bytes
        let again: Content
        do throws(CAFDamage) {
            again = try Content(bytes: bytes)
        } catch {
            throw FuzzContradiction(
                "a chunk '\(Content.chunkType)' that was read is written as one that is not: \(error.problem), byte \(error.offset)"
            )
        }
        // By bytes: a NaN is not the same as itself.
        try require(again.bytes == bytes, "a chunk '\(Content.chunkType)' with \(content) becomes one with \(again)")
        do throws(AudioFileError) {
            try rewrite.set(content)
        } catch {
            throw FuzzContradiction("a chunk '\(Content.chunkType)' cannot be set: \(error)")
        }
    }

    private static func checkPacketTable(of file: CAFFile) throws(FuzzContradiction) {
        guard let table = try? file.packetTable() else { return }
        let again: CAFPacketTable
        do throws(CAFDamage) {
            again = try CAFPacketTable(bytes: table.bytes, description: file.description)
        } catch {
            throw FuzzContradiction(
                "a packet table that was read is written as one that is not: \(error.problem), byte \(error.offset)")
        }
        try require(again == table, "a packet table becomes another one")
    }

    /// A file of which nothing is changed is copied to the byte.
    private static func checkCopy(of rewrite: CAFRewrite, _ input: FuzzInput) throws(FuzzContradiction) {
        let copy: [UInt8]
        do throws(AudioFileError) {
            try rewrite.write(to: input.folder + "/copy.caf", options: WriterOptions(force: true))
            copy = try SmallFile.read(FilePath(input.folder + "/copy.caf"), limit: input.bytes.count + 1)
        } catch {
            throw FuzzContradiction("the file cannot be copied: \(error)")
        }
        try require(copy == input.bytes, "the copy of \(input.bytes.count) bytes has \(copy.count), or others")
    }

    /// A file of what was read is read as the same.
    private static func checkRewritten(_ rewrite: CAFRewrite, _ input: FuzzInput) throws(FuzzContradiction) {
        let again: CAFFile
        do throws(AudioFileError) {
            try rewrite.write(to: input.folder + "/rewritten.caf", options: WriterOptions(force: true))
            again = try CAFFile(path: input.folder + "/rewritten.caf")
        } catch {
            throw FuzzContradiction("what was read is written as a file that cannot be read: \(error)")
        }
        try require(
            again.chunks.map(\.type) == rewrite.types,
            "the chunks are \(again.chunks.map(\.type)), and were \(rewrite.types)")
        try require(
            again.audio.byteCount == rewrite.file.audio.byteCount, "the audio has \(again.audio.byteCount) bytes")
        try require(
            again.description.bytes == rewrite.file.description.bytes, "the description became \(again.description)")
    }
}
