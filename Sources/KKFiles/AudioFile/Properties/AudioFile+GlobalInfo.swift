public import KKPCM

extension AudioFile {
    /// What is known of kinds of files without one, by Core Audio's codes: `kAudioFileGlobalInfo_…` of AudioFile.h. All
    /// others are `'pty?'`.
    public enum GlobalInfo {
        /// `codes`: the kinds that are read.
        public static let readableTypes: FourCharCode = "afrf"
        /// `codes`: the kinds that are written.
        public static let writableTypes: FourCharCode = "afwf"
        /// `text`, asked for with the `code` of a kind.
        public static let fileTypeName: FourCharCode = "ftnm"
        /// `codes`, asked for with the `code` of a kind: the formats that a new file of it can have. CAF takes any
        /// other, too.
        public static let availableFormatIDs: FourCharCode = "fmid"
        /// `texts`: the endings of all kinds, without the dot.
        public static let allExtensions: FourCharCode = "alxt"
        /// `texts`, asked for with the `code` of a kind: the usual ending first.
        public static let extensionsForType: FourCharCode = "fext"
        /// `codes`, asked for with the `text` of an ending, in any case: the kinds that have it.
        public static let typesForExtension: FourCharCode = "text"

        /// All of them, in this order.
        public static let all: [FourCharCode] = [
            readableTypes, writableTypes, fileTypeName, availableFormatIDs, allExtensions, extensionsForType,
            typesForExtension,
        ]
    }

    /// `AudioFileGetGlobalInfo`.
    ///
    /// - Parameter question: the kind or the ending that is asked about (`inSpecifier`).
    /// - Throws: `'pty?'` for another code, `'!siz'` for a question of another kind, `'typ?'` for a kind of file that
    ///   there is not.
    public static func globalInfo(
        _ id: FourCharCode, _ question: PropertyValue? = nil
    ) throws(AudioFileError) -> PropertyValue {
        switch (id, question) {
        case (GlobalInfo.readableTypes, _): return .codes(kinds.map(\.typeID))
        case (GlobalInfo.writableTypes, _): return .codes(kinds.filter { !$0.formats.isEmpty }.map(\.typeID))
        case (GlobalInfo.allExtensions, _):
            var all: [String] = []
            for name in kinds.flatMap(\.extensions) where !all.contains(name) { all.append(name) }
            return .texts(all)
        case (GlobalInfo.fileTypeName, .code(let type)?): return .text(try kind(type).name)
        case (GlobalInfo.availableFormatIDs, .code(let type)?): return .codes(try kind(type).formats)
        case (GlobalInfo.extensionsForType, .code(let type)?): return .texts(try kind(type).extensions)
        case (GlobalInfo.typesForExtension, .text(let text)?):
            let name = text.lowercased()
            return .codes(kinds.filter { $0.extensions.contains(name) }.map(\.typeID))
        default:
            guard GlobalInfo.all.contains(id) else {
                throw AudioFileError(
                    .unsupportedProperty, kind: .usage, path: "global info \(id)", "there is no such property",
                    nextStep: "choose one of AudioFile.GlobalInfo")
            }
            throw AudioFileError(
                .badPropertySize, kind: .usage, path: "global info \(id)",
                "the property has to be asked for with a kind of file, or an ending",
                nextStep: "look up its question in AudioFile.GlobalInfo")
        }
    }

    /// A kind of file: its name, its endings and the formats in which it is written; none where it is read alone.
    private struct Kind {
        var typeID: FourCharCode
        var name: String
        var extensions: [String]
        var formats: [FourCharCode]

        init(_ typeID: FourCharCode, _ name: String, _ extensions: [String], _ formats: [FourCharCode]) {
            self.typeID = typeID
            self.name = name
            self.extensions = extensions
            self.formats = formats
        }
    }

    private static func kind(_ typeID: FourCharCode) throws(AudioFileError) -> Kind {
        guard let kind = kinds.first(where: { $0.typeID == typeID }) else {
            throw AudioFileError(
                .unsupportedFileType, kind: .usage, path: "global info", "there is no kind of file \(typeID) here",
                nextStep: "choose one of AudioFile.TypeID")
        }
        return kind
    }

    static func name(of typeID: FourCharCode) -> String {
        kinds.first { $0.typeID == typeID }?.name ?? typeID.description
    }

    private static let companded: [FourCharCode] = [.linearPCM, .uLaw, .aLaw]

    /// In the order of ``TypeID/all``.
    private static let kinds: [Kind] = [
        Kind(TypeID.wave, FileType.wav.name, ["wav", "wave"], companded),
        Kind(TypeID.rf64, FileType.rf64.name, ["rf64", "wav"], companded),
        Kind(TypeID.bw64, FileType.bw64.name, ["bw64", "wav"], companded),
        Kind(TypeID.wave64, FileType.w64.name, ["w64"], companded),
        Kind(TypeID.aiff, FileType.aiff.name, ["aiff", "aif"], [.linearPCM]),
        Kind(TypeID.aifc, FileType.aifc.name, ["aifc", "aiff", "aif"], companded),
        Kind(
            TypeID.caf, FileType.caf.name, ["caf"],
            companded + [
                .aac, .appleLossless, .flac, .opus, .mpegLayer1, .mpegLayer2, .mpegLayer3, .ac3, .enhancedAC3,
                .appleIMA4,
            ]),
        Kind(TypeID.next, FileType.au.name, ["au", "snd"], companded),
        Kind(TypeID.mpegLayer1, FileType.mpeg.name, ["mp1", "mpeg", "mpa"], [.mpegLayer1]),
        Kind(TypeID.mpegLayer2, FileType.mpeg.name, ["mp2", "mpeg", "mpa"], [.mpegLayer2]),
        Kind(TypeID.mpegLayer3, FileType.mpeg.name, ["mp3", "mpeg", "mpa"], [.mpegLayer3]),
        Kind(TypeID.flac, FileType.flac.name, ["flac"], [.flac]),
        Kind(TypeID.adts, "ADTS", ["aac", "adts"], MagicCookieForm.aac),
        Kind(TypeID.ac3, "AC-3", ["ac3"], [.ac3]), Kind(TypeID.enhancedAC3, "E-AC-3", ["eac3", "ec3"], [.enhancedAC3]),
    ]
}
