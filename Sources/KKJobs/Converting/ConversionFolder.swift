internal import KKFiles
internal import KKPCM
internal import KKSession

/// The folder that converted files go into.
struct ConversionFolder {
    private let path: FilePath
    /// Whether it is made when it is not there: its name ends in a slash.
    let isMade: Bool

    /// - Parameter isForSeveral: whether there are several inputs, or may be: a folder's.
    /// - Returns: `nil` if the destination is a file or a stream, or there is none.
    /// - Throws: `cannotCreate` for several inputs and no folder of that name, `usage` for several inputs to standard
    ///   output.
    init?(_ destination: FilePath?, forSeveral isForSeveral: Bool) throws(SessionError) {
        guard let destination else { return nil }
        let endsInSlash = destination.endsInSlash
        let isFolder = destination.isFolder
        guard isForSeveral || endsInSlash || isFolder else { return nil }
        guard !destination.isStandard else {
            throw SessionError(
                .usage, "several inputs cannot go to standard output",
                nextStep: "name a folder, or mix them with kkmix … -o -")
        }
        path = destination
        isMade = endsInSlash && !isFolder
        guard !isFolder else { return }
        let bare = FilePath(
            String(
                decoding: destination.text.utf8.reversed().drop { $0 == UInt8(ascii: "/") }.reversed(), as: UTF8.self))
        if bare.exists {
            throw SessionError(
                .cannotCreate,
                isForSeveral ? "several inputs go into a folder, but this is not a folder" : "this is not a folder",
                place: bare,
                nextStep: "name a folder")
        }
        guard endsInSlash else {
            throw SessionError(
                .cannotCreate, "several inputs go into a folder, but there is no folder with this name",
                place: destination,
                nextStep: "write '\(destination)/' to create it")
        }
    }

    func path(of name: FilePath, in subfolder: FilePath) -> FilePath { path.appending((subfolder / name).text) }
}
