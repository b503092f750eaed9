internal import KKDSP
public import KKFiles
internal import KKMath
internal import KKPCM

extension TrackSpec {
    /// Reads `PATH` or `PATH::key=value,key=value`. If a file with the whole literal name exists, that file is used.
    ///
    /// - Parameter exists: whether a file with that name exists.
    public init(parsing text: String, exists: (FilePath) -> Bool) throws(SessionError) {
        let whole = FilePath(text)
        guard let mark = Self.lastDoubleColon(in: text), !exists(whole) else {
            guard !text.isEmpty else {
                throw SessionError.emptyName
            }
            if let meant = Self.withDoubleColon(text), !whole.isStimulus, !exists(whole) {
                throw SessionError(
                    .usage, "settings come after two colons", place: text, nextStep: "did you mean '\(meant)'?")
            }
            self.init(path: whole)
            return
        }
        self.init(path: FilePath(String(text[..<mark])))
        guard !path.isEmpty else {
            throw SessionError(.usage, "no file name before '::'", place: text, nextStep: "write PATH::key=value")
        }
        if Self.withDoubleColon(path.text) != nil, path.text.contains("::"), !exists(path) {
            throw SessionError(
                .usage, "settings are joined by commas", place: text, nextStep: "write PATH::key=value,key=value")
        }
        var seen: [String] = []
        let settings = Self.settings(in: text[text.utf8.index(mark, offsetBy: 2)...])
        for (number, setting) in settings.enumerated() {
            let parts = setting.parts(at: "=", maxSplits: 1)
            let key = parts[0]
            guard !seen.contains(key) || key == "unit" else {
                throw SessionError(
                    .usage, "the track setting '\(key)' is given twice", place: text, nextStep: "keep one of them")
            }
            seen.append(key)
            do throws(SessionError) {
                if let unit = units.last, !Self.settings.contains(where: { $0.key == key }), unit.hasParameter(key) {
                    throw SessionError(
                        .usage, "'\(setting)' after a comma is not a track setting",
                        nextStep: "a unit's parameters are joined by colons: unit=\(unit):\(setting)")
                }
                try apply(key, value: parts.count == 2 ? parts[1] : nil)
            } catch {
                // Half of `gain=-3,5dB` may be nothing, too.
                let comma = number + 1 < settings.count ? Self.commaError(settings[number + 1]) : nil
                let said = comma ?? error
                throw SessionError(said.kind, said.problem, place: text, nextStep: said.nextStep)
            }
        }
        if to != nil && duration != nil {
            throw SessionError(
                .usage, "'to' and 'for' both say where the part ends", place: text, nextStep: "keep one of them")
        }
        if channelMap != nil && routing != nil {
            throw SessionError(
                .usage, "'map' and 'channels' both say where the channels go", place: text,
                nextStep: "keep one of them")
        }
    }

    /// What commas part. Those in the lists of `channels` and `map` part none: after these, what is neither a setting
    /// nor has a value belongs to the list. Nor do those before a ducker's parameters, and a position's.
    private static func settings(in text: Substring) -> [String] {
        var settings: [String] = []
        for part in text.parts(at: ",") {
            let list =
                settings.last.map { ["channels=", "map=", "position=", "move="].contains(where: $0.hasPrefix) } ?? false
            // A position's settings follow its last number after a colon.
            let word = part.parts(at: ":", maxSplits: 1)[0]
            if list, !word.isEmpty, word.parts(at: "=").count == 1, !Self.settings.contains(where: { $0.key == word }) {
                settings[settings.count - 1] += ",\(part)"
            } else if let last = settings.last, last.hasPrefix("duck="), DuckSpec.isSetting(part) {
                settings[settings.count - 1] += ":\(part)"
            } else if let last = settings.last, last.hasPrefix("position="), SourcePosition.isSetting(part) {
                settings[settings.count - 1] += ":\(part)"
            } else {
                settings.append(part)
            }
        }
        return settings
    }

    private static func lastDoubleColon(in text: String) -> String.Index? {
        let (bytes, colon) = (text.utf8, UInt8(ascii: ":"))
        return bytes.indices.dropLast().last { bytes[$0] == colon && bytes[bytes.index(after: $0)] == colon }
    }

    private mutating func apply(_ key: String, value: String?) throws(SessionError) {
        guard let setting = Self.settings.first(where: { $0.key == key }), setting.value.isEmpty == (value == nil)
        else { throw Self.malformed(key) }
        try setting.read(&self, value ?? "")
    }

    /// What has its settings after one colon, as `drums.mp3:gain=-3dB`, is no file's name that anybody gave; `nil` for
    /// all others.
    private static func withDoubleColon(_ text: String) -> String? {
        var start = text.startIndex
        while let colon = text[start...].firstIndex(of: ":") {
            let rest = text[text.index(after: colon)...]
            if colon > text.startIndex, settings.contains(where: { !$0.value.isEmpty && rest.hasPrefix("\($0.key)=") })
            {
                return "\(text[..<colon])::\(rest)"
            }
            start = text.index(after: colon)
        }
        return nil
    }

    /// That of what comes after a comma and begins with a digit; `nil` for all others.
    private static func commaError(_ setting: String) -> SessionError? {
        guard let first = setting.utf8.first, (0x30...0x39).contains(first) else { return nil }
        return SessionError(
            .usage, "'\(setting)' after a comma is not a track setting", nextStep: "numbers have a dot: gain=-3.5dB")
    }

    private static func malformed(_ key: String) -> SessionError {
        guard let known = settings.first(where: { $0.key == key }) else {
            let keys = settings.map(\.key)
            if key.isEmpty {
                return SessionError(
                    .usage, "a track setting is missing", nextStep: "write PATH::key=value,key=value, or the path alone"
                )
            }
            if let error = commaError(key) { return error }
            let name = key.lowercased()
            let meant = settings.first { $0.otherNames.contains(name) }?.key ?? NearMiss.of(name, among: keys)
            return SessionError(
                .usage, "unknown track setting '\(key)'",
                nextStep: meant.map { "did you mean '\($0)'?" } ?? "the settings are \(keys.joined(separator: " "))")
        }
        return known.value.isEmpty
            ? SessionError(.usage, "the track setting '\(key)' takes no value", nextStep: "write it without '='")
            : SessionError(
                .usage, "the track setting '\(key)' needs a value", nextStep: "write \(key)=… (\(known.value))")
    }
}

extension TrackSpec.FadeSpec {
    /// Reads `2s` (linear) or `2s/equal-power`.
    init(parsing text: String) throws(SessionError) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(length: try TimeValue(parsing: String(parts[0])))
        guard parts.count == 2 else { return }
        guard let named = FadeCurve(rawValue: String(parts[1])) else {
            let curves = FadeCurve.allCases.map(\.rawValue).joined(separator: ", ")
            throw SessionError(.usage, "unknown fade curve '\(parts[1])'", nextStep: "the curves are \(curves)")
        }
        curve = named
    }
}

extension TrackSpec.Loop {
    /// Reads how often a part is repeated: a count, or `inf`.
    init(parsing text: String) throws(SessionError) {
        if text == "inf" {
            self = .forever
        } else if let count = Int64(digits: text) {
            self = .times(count)
        } else {
            throw SessionError(.usage, "'\(text)' is not a loop count", nextStep: "write a whole number, or inf")
        }
    }
}

extension TrackSpec {
    /// Reads the number of an audio stream (``stream``).
    public static func stream(parsing text: String) throws(SessionError) -> Int {
        guard let number = Int64(digits: text).flatMap(Int.init(exactly:)), number > 0 else {
            throw SessionError(.usage, "'\(text)' is not the number of a stream", nextStep: "write 1, 2, …")
        }
        return number
    }

    /// Reads what the samples of a file without a header are (``raw``): `s16le@48000x2`.
    public static func rawFormat(parsing text: String) throws(SessionError) -> RawFormat {
        guard let format = RawFormat(parsing: text) else {
            throw SessionError(.usage, "'\(text)' is not a format of PCM", nextStep: "write it as \(RawFormat.form)")
        }
        return format
    }
}
