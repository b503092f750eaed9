public import KKFiles
internal import KKPCM
internal import KKSession

/// The files meant by a command's arguments: a file; all sounds in a folder, if folders are searched; the files matched
/// by a pattern, unless a file has exactly that name; the files or tracks of a list.
///
/// Found files are sorted by the bytes of their names. Hidden names are ignored, and links to folders are not followed,
/// to avoid loops. Found files that are not sound are left out and reported; named files are always taken and fail one
/// by one. Lists are read only if they are named, not if found in a folder.
public struct InputListing: Sendable {
    public private(set) var inputs: [JobInput] = []
    /// Files that were found but left out, with the reasons.
    public private(set) var leftOut: [(path: FilePath, reason: String)] = []
    /// Notices that may be surprising, as text.
    public private(set) var notices: [String] = []
    private let selection: InputSelection
    private let besides: FilePath?

    /// - Throws: errors of a list; `noInput` for a pattern without matches, for a folder that cannot be read or is the
    ///   only name and not searched, and if no file is left.
    public init(_ names: [FilePath], _ selection: InputSelection = InputSelection()) throws {
        self.selection = selection
        besides = selection.besides?.realPath
        for name in names {
            if [.standard, .address].contains(name.kind) || name.isStimulus || name.isEmpty {
                inputs.append(JobInput(name))
            } else if name.isFolder, selection.isRecursive {
                try look(into: name)
            } else if name.isFolder, names.count == 1 {
                throw SessionError(
                    .noInput, "this is a folder", place: name, nextStep: "use --recursive to take the audio files in it"
                )
            } else if !name.exists, let found = try Self.files(matching: name) {
                for path in found { try take(path, found: true) }
            } else {
                try take(name, found: false)
            }
        }
        guard inputs.isEmpty, !names.isEmpty else { return }
        throw SessionError(
            .noInput,
            leftOut.isEmpty
                ? "no file is left to read" : "there is no audio file: \(leftOut.count) other files were left out",
            place: names.count == 1 ? names[0] : nil, nextStep: "check the names, --include and --exclude")
    }

    /// A file that was named, or matches.
    private mutating func take(_ path: FilePath, found isFound: Bool) throws {
        if let kind = ListFile.kind(of: path) { return try read(ListFile(path, kind)) }
        guard selection.takes(path.text) else { return }
        guard isFound else { return inputs.append(JobInput(path)) }
        if !path.isFolder {
            add(path, in: "")
        } else if selection.isRecursive {
            try look(into: path)
        } else {
            leftOut.append((path, "this is a folder; --recursive looks into it"))
        }
    }

    private mutating func read(_ list: ListFile) throws {
        var entries: [(path: FilePath, track: SheetTrack?)] = []
        if list.kind == .cue {
            let sheet = try CueSheet(list)
            entries = sheet.tracks.map { ($0, selection.takesTracks ? $1 : nil) }
            if selection.takesTracks {
                notices += sheet.notices
                leftOut += sheet.dataTracks.map { (list.path, "track \($0) is not audio") }
            }
        } else {
            entries = try Playlist(list).files.map { ($0, nil) }
        }
        var known: FilePath?
        for (path, track) in entries where selection.takes(path.text) {
            // A file is told once, however many tracks are in it.
            if list.kind == .cue, track == nil, path == known { continue }
            known = path
            var input = JobInput(path)
            (input.track, input.isFound) = (track, true)
            inputs.append(input)
        }
    }

    private mutating func look(into folder: FilePath) throws(AudioFileError) {
        var files: [FilePath] = [], folders: [FilePath] = [""]
        while let place = folders.popLast() {
            for name in try names(in: folder, place) {
                let below = place / name, path = folder.appending(below.text)
                if path.isPlainFolder {
                    let isOutput = besides != nil && path.realPath == besides
                    if !isOutput, !selection.excludes(below.text) { folders.append(below) }
                } else if selection.takes(below.text) {
                    files.append(below)
                }
            }
        }
        for below in files.sorted(by: FilePath.precedes) { add(folder.appending(below.text), in: below.folder) }
    }

    /// Of a folder that was found, as `lost+found`, it is enough to say that it cannot be read.
    private mutating func names(in folder: FilePath, _ place: FilePath) throws(AudioFileError) -> [String] {
        guard !place.isEmpty else { return try folder.names() }
        let path = folder.appending(place.text)
        do throws(AudioFileError) {
            return try path.names()
        } catch {
            leftOut.append((path, error.problem))
            return []
        }
    }

    private mutating func add(_ path: FilePath, in subfolder: FilePath) {
        let foreignness = selection.takesHeaderless ? nil : path.foreignness
        if let reason = path.isFolder ? "this is a link to a folder" : foreignness {
            leftOut.append((path, reason))
            return
        }
        var input = JobInput(path)
        (input.subfolder, input.isFound) = (subfolder, true)
        inputs.append(input)
    }

    /// - Returns: `nil` for a name that is not a pattern.
    /// - Throws: `noInput` if nothing matches.
    private static func files(matching pattern: FilePath) throws(SessionError) -> [FilePath]? {
        let names = pattern.text.utf8.split(separator: UInt8(ascii: "/")).map { Glob(String(Substring($0))) }
        guard names.contains(where: \.isPattern), !pattern.text.contains("://") else { return nil }
        var places: [FilePath] = [pattern.isAbsolute ? "/" : ""]
        for glob in names {
            places = places.flatMap { place in
                guard glob.isPattern else { return [place / glob.text] }
                let found = (try? place.orHere.names()) ?? []
                return found.filter(glob.matches).map { place / FilePath.file($0) }
            }
        }
        places = places.filter(\.exists).sorted(by: FilePath.precedes)
        guard !places.isEmpty else {
            throw SessionError(
                .noInput, "there is no file with this name, and none that matches it", place: pattern,
                nextStep: "check the name and the current folder")
        }
        return places
    }
}

extension FilePath {
    /// A file of this name, whatever the name looks like: `./-` for `-`.
    static func file(_ name: String) -> Self {
        let path = Self(name)
        return path.kind == .file ? path : "./\(name)"
    }

    static func precedes(_ one: Self, _ other: Self) -> Bool { one.bytes.lexicographicallyPrecedes(other.bytes) }
}
