package import KKFiles

/// What a program said: the file, of which people are shown the end.
package struct ProgramLog {
    let path: FilePath

    package init(path: FilePath) { self.path = path }

    /// Lines that are shown of it, and the letters of each.
    static let lineCount = 5
    private static let lineLength = 300
    /// Bytes that are read of it.
    private static let tail = 16_384

    /// The last lines that are not empty.
    package var lastLines: [String] {
        // A link there is nobody's log, and whoever reads a pipe waits for its writer.
        guard path.isPlainFile, let bytes = try? SmallFile.tail(of: path, count: Self.tail) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .filter { !$0.allSatisfy(\.isWhitespace) }.suffix(Self.lineCount).map { String($0.prefix(Self.lineLength)) }
    }

    /// That nothing more can be written where a program worked, and what to do; `nil` if something can. What it says of a
    /// full disk is for the most part lost with it: its log is on the same one.
    ///
    /// - Parameter work: its own folder, which is removed afterwards; people know the one that this is in.
    package static func fullDisk(at work: FilePath) -> (problem: String, nextStep: String?)? {
        let room = work / "room"
        do {
            try FinishedFile(path: room).write(Array(repeating: 0, count: 1 << 16))
            try? room.removeFile()
            return nil
        } catch {
            let cause = error.cause.map { " (\($0))" } ?? ""
            return ("nothing more can be written in \(work.folder)\(cause)", error.nextStep)
        }
    }
}
