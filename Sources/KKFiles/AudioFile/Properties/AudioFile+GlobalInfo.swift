public import KKPCM

extension AudioFile {
    /// Facts about kinds of files, by Core Audio's codes: `kAudioFileGlobalInfo_…` of AudioFile.h. All others throw
    /// `'pty?'`.
    public enum GlobalInfo {
        /// `codes`: the kinds that are read.
        public static let readableTypes: FourCharCode = "afrf"
        /// `codes`: the kinds that are written.
        public static let writableTypes: FourCharCode = "afwf"
        /// `text`, for the `code` of a kind.
        public static let fileTypeName: FourCharCode = "ftnm"
        /// `codes`, for the `code` of a kind: the formats that such a file can have, first those that can be written.
        /// CAF takes any other, too.
        public static let availableFormatIDs: FourCharCode = "fmid"
        /// `descriptions`, for the `codes` of a kind and a format: how a new file can store the format, with 0 for the
        /// rate, the channels and the sizes that depend on them.
        public static let availableStreamDescriptions: FourCharCode = "sdid"
        /// `texts`: the extensions of all kinds, without the dot.
        public static let allExtensions: FourCharCode = "alxt"
        /// `texts`, for the `code` of a kind: the usual extension first.
        public static let extensionsForType: FourCharCode = "fext"
        /// `codes`, for the `text` of an extension, in upper or lower case: the kinds that have it.
        public static let typesForExtension: FourCharCode = "text"
        /// `texts`: Apple's uniform type identifiers of all kinds.
        public static let allIdentifiers: FourCharCode = "auti"
        /// `texts`, for the `code` of a kind: the usual identifier first; none if Apple has none for it.
        public static let identifiersForType: FourCharCode = "futi"
        /// `codes`, for the `text` of an identifier, in upper or lower case: the kinds that have it.
        public static let typesForIdentifier: FourCharCode = "tuti"
        /// `texts`: the MIME types of all kinds.
        public static let allMIMETypes: FourCharCode = "amim"
        /// `texts`, for the `code` of a kind: the usual type first.
        public static let mimeTypesForType: FourCharCode = "fmim"
        /// `codes`, for the `text` of a MIME type, in upper or lower case: the kinds that have it.
        public static let typesForMIMEType: FourCharCode = "tmim"

        /// All of them, in this order.
        public static let all: [FourCharCode] = [
            readableTypes, writableTypes, fileTypeName, availableFormatIDs, availableStreamDescriptions, allExtensions,
            extensionsForType, typesForExtension, allIdentifiers, identifiersForType, typesForIdentifier, allMIMETypes,
            mimeTypesForType, typesForMIMEType,
        ]
    }

    /// `AudioFileGetGlobalInfo`.
    ///
    /// - Parameter question: the kind, extension or other specifier (`inSpecifier`).
    /// - Throws: `'pty?'` for another code, `'!siz'` for a wrong type of question, `'typ?'` for an unknown kind of
    ///   file, `'fmt?'` for a format that the kind cannot hold.
    public static func globalInfo(
        _ id: FourCharCode, _ question: PropertyValue? = nil
    ) throws(AudioFileError) -> PropertyValue {
        switch (id, question) {
        case (GlobalInfo.readableTypes, _): return .codes(kinds.map(\.typeID))
        case (GlobalInfo.writableTypes, _): return .codes(kinds.filter { !$0.formats.isEmpty }.map(\.typeID))
        case (GlobalInfo.allExtensions, _): return all(\.extensions)
        case (GlobalInfo.allIdentifiers, _): return all(\.identifiers)
        case (GlobalInfo.allMIMETypes, _): return all(\.mimeTypes)
        case (GlobalInfo.fileTypeName, .code(let type)?): return .text(try kind(type).name)
        case (GlobalInfo.availableFormatIDs, .code(let type)?):
            let kind = try kind(type)
            return .codes(kind.formats + kind.readFormats)
        case (GlobalInfo.availableStreamDescriptions, .codes(let asked)?) where asked.count == 2:
            return .descriptions(try descriptions(of: asked[1], in: asked[0]))
        case (GlobalInfo.extensionsForType, .code(let type)?): return .texts(try kind(type).extensions)
        case (GlobalInfo.identifiersForType, .code(let type)?): return .texts(try kind(type).identifiers)
        case (GlobalInfo.mimeTypesForType, .code(let type)?): return .texts(try kind(type).mimeTypes)
        case (GlobalInfo.typesForExtension, .text(let text)?): return types(text, in: \.extensions)
        case (GlobalInfo.typesForIdentifier, .text(let text)?): return types(text, in: \.identifiers)
        case (GlobalInfo.typesForMIMEType, .text(let text)?): return types(text, in: \.mimeTypes)
        default:
            guard GlobalInfo.all.contains(id) else {
                throw AudioFileError(
                    .unsupportedProperty, kind: .usage, path: "global info \(id)", "there is no such property",
                    nextStep: "choose one of AudioFile.GlobalInfo")
            }
            throw AudioFileError(
                .badPropertySize, kind: .usage, path: "global info \(id)",
                "the property needs a file type or an extension as its specifier",
                nextStep: "see AudioFile.GlobalInfo for its specifier")
        }
    }

    /// The names of all kinds, each once.
    private static func all(_ names: (ContainerFormat.Kind) -> [String]) -> PropertyValue {
        var all: [String] = []
        for name in kinds.flatMap(names) where !all.contains(name) { all.append(name) }
        return .texts(all)
    }

    /// The kinds that have a name.
    private static func types(_ text: String, in names: (ContainerFormat.Kind) -> [String]) -> PropertyValue {
        let text = text.lowercased()
        return .codes(kinds.filter { names($0).contains(text) }.map(\.typeID))
    }

    /// Linear PCM big-endian first, integers before floating point, and what else there is as it is.
    private static func descriptions(
        of formatID: FourCharCode, in typeID: FourCharCode
    ) throws(AudioFileError) -> [StreamDescription] {
        let kind = try kind(typeID)
        guard (kind.formats + kind.readFormats).contains(formatID) else {
            throw AudioFileError(
                .unsupportedDataFormat, kind: .usage, path: "global info",
                "a file of type \(typeID) cannot hold \(formatID)",
                nextStep: "choose one of its \(GlobalInfo.availableFormatIDs)")
        }
        guard formatID == .linearPCM else {
            return [StreamDescription(sampleRate: 0, formatID: formatID, channelsPerFrame: 0)]
        }
        let samples: [(bits: UInt32, flags: FormatFlags)] =
            [8, 16, 24, 32].map { ($0, [.isSignedInteger, .isBigEndian]) }
            + [32, 64].map { ($0, [.isFloat, .isBigEndian]) } + [(8, [])] + [16, 24, 32].map { ($0, .isSignedInteger) }
            + [32, 64].map { ($0, .isFloat) }
        var found: [StreamDescription] = []
        for (bits, flags) in samples {
            var format = StreamDescription.linearPCM(sampleRate: 44_100, channels: 1, bits: Int(bits), flags: flags)
            guard kind.formats.isEmpty || (try? AudioFileContainer(typeID, format, name: "")) != nil else { continue }
            (format.sampleRate, format.channelsPerFrame, format.bytesPerPacket, format.bytesPerFrame) = (0, 0, 0, 0)
            found.append(format)
        }
        return found
    }

    private static func kind(_ typeID: FourCharCode) throws(AudioFileError) -> ContainerFormat.Kind {
        guard let kind = kinds.first(where: { $0.typeID == typeID }) else {
            throw AudioFileError(
                .unsupportedFileType, kind: .usage, path: "global info", "the file type \(typeID) is not known",
                nextStep: "choose one of AudioFile.TypeID")
        }
        return kind
    }

    static func name(of typeID: FourCharCode) -> String {
        kinds.first { $0.typeID == typeID }?.name ?? typeID.description
    }

    /// In the order of ``TypeID/all``.
    private static let kinds: [ContainerFormat.Kind] = {
        let known = ContainerFormat.all.flatMap(\.kinds)
        return TypeID.all.compactMap { typeID in known.first { $0.typeID == typeID } }
    }()
}
