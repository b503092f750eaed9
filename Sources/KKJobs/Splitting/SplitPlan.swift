public import KKFiles
internal import KKPCM
internal import KKSession

/// A file to cut into pieces, and their outputs: a ``ConversionPlan`` of its consecutive parts.
public struct SplitPlan: Sendable {
    /// The pieces, in order.
    public let conversion: ConversionPlan
    /// Decisions that the user might not expect.
    public let notices: [String]

    /// More are a slip, of frames for seconds as a rule.
    private static let mostPieces = 9_999

    /// Opens the file, finds the cuts, and determines the names: `NAME-01.wav` and so on.
    ///
    /// - Parameters:
    ///   - folder: created if it does not exist and its name ends in a slash.
    ///   - settings: the settings of each piece; the default encoding and container are the file's.
    /// - Throws: the errors of opening the file; `usage` for cuts outside it, a pipe, or far too many pieces; `badData`
    ///   for a file without markers; `cannotCreate` for a missing folder or a piece that cannot be written.
    public init(
        _ input: FilePath, at rule: SplitRule, into folder: FilePath, settings: ConversionSettings
    ) throws {
        try Self.check(input, folder)
        let reader = try AudioFileReader(path: input, options: ReaderOptions(strict: settings.isStrict))
        guard input.isStimulus || input.identity(standard: 0) != nil else { throw Self.pipe(input) }
        let places = rule.places(of: reader), cuts = try rule.cuts(of: reader, places)
        try Self.check(cutCount: Int64(cuts.count), of: input)
        notices =
            cuts.isEmpty
            ? ["\(input): there is \(rule.sought ?? "no place to cut"), so the only piece is the whole file"] : []
        var settings = settings
        settings.encoding = settings.encoding ?? Self.encoding(of: reader, input, settings)
        conversion = try ConversionPlan(
            Self.pieces(
                of: input, cuts, sampleRate: reader.fileFormat.sampleRate, SplitRule.titles(of: reader, cuts, places)),
            destination: folder, settings: settings)
    }

    /// Checks that all pieces can be written, before the first one is.
    public func checkOutputs() throws {
        for item in conversion.items {
            if let problem = item.problem ?? item.conflict { throw problem }
            try AudioFileWriter.check(
                path: item.output.path, force: item.output.replacesExisting, inputs: [item.input],
                makesFolder: item.output.makesFolder)
        }
    }

    private static func check(_ input: FilePath, _ folder: FilePath) throws(SessionError) {
        guard !input.isStandard else { throw pipe(input) }
        guard !folder.isStandard, !folder.isEmpty else {
            throw SessionError(.usage, "'\(folder)' is not a folder for pieces", nextStep: "name one: -o pieces/")
        }
        guard !folder.isFolder, !folder.endsInSlash else { return }
        throw SessionError(
            .cannotCreate,
            folder.exists
                ? "the pieces go into a folder, but this is not a folder"
                : "the pieces go into a folder, but there is no folder with this name", place: folder,
            nextStep: folder.exists ? "name a folder" : "write '\(folder)/' to create it")
    }

    /// - Throws: `usage` for more pieces than anybody means.
    static func check(cutCount: Int64, of input: FilePath) throws(SessionError) {
        guard cutCount < mostPieces else {
            throw SessionError(
                .usage, "it would become \(cutCount + 1) pieces", place: input,
                nextStep: "make longer ones: at most \(mostPieces) are possible")
        }
    }

    private static func pipe(_ input: FilePath) -> SessionError {
        SessionError(
            .usage, "a pipe can be read only once, but each piece is read separately", place: input.inputName,
            nextStep: "save it as a file")
    }

    /// That of the file, where it can be written in its container.
    private static func encoding(
        of reader: AudioFileReader, _ input: FilePath, _ settings: ConversionSettings
    ) -> String? {
        let own = Encoding(rawValue: reader.properties.encodingName)
        guard settings.container == nil, let own, let container = input.pathExtension.flatMap(OutputContainer.named),
            container.holds(own)
        else { return nil }
        return own.rawValue
    }

    /// - Parameter texts: those of each piece; empty for none.
    private static func pieces(
        of input: FilePath, _ cuts: [Int64], sampleRate: Double, _ texts: [[FileProperties.Tag]]
    ) -> [JobInput] {
        // Seconds, as an output may have a rate of its own, by which frames would be counted.
        let time = { (frame: Int64) in TimeValue.seconds(Double(frame) / sampleRate) }
        let digits = max(2, String(cuts.count + 1).utf8.count)
        return (0...cuts.count).map { index in
            let number = String(index + 1)
            let zeros = String(repeating: "0", count: digits - number.utf8.count)
            var piece = JobInput(input)
            piece.isFound = true
            piece.track = SheetTrack(
                number: index + 1, from: time(index == 0 ? 0 : cuts[index - 1]),
                to: index == cuts.count ? nil : time(cuts[index]), stem: "\(input.stem)-\(zeros)\(number)",
                texts: texts.isEmpty ? [] : texts[index])
            return piece
        }
    }
}
