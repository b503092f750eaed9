internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

extension BatchJobList {
    /// Reads a table (RFC 4180): a row that names the columns, and a job per row. An empty cell is as one that is
    /// missing, and bytes that are not UTF-8 are carried as those of a file's name.
    mutating func readTable(_ bytes: [UInt8]) throws(SessionError) {
        var rows = TableRows(bytes)
        guard let head = try rows.next(path) else { return }
        let names = head.cells.map { $0.filter { !$0.isWhitespace }.lowercased() }
        for (index, name) in names.enumerated() {
            let place = "\(path):\(head.line)"
            guard Self.keys.contains(name) else {
                let near = NearMiss.of(name, among: Self.keys).map { "did you mean '\($0)'?" }
                let isOther = names.count == 1 && (name.contains(";") || name.contains("\t"))
                let next =
                    isOther
                    ? "separate the columns with commas"
                    : near ?? "the columns are \(Self.keys.joined(separator: ", "))"
                throw SessionError(.badSession, "unknown column '\(head.cells[index])'", place: place, nextStep: next)
            }
            guard names.firstIndex(of: name) == index else {
                throw SessionError(
                    .badSession, "the column '\(name)' is given twice", place: place, nextStep: "keep one")
            }
        }
        for name in ["inputs", "output"] where !names.contains(name) {
            throw SessionError(
                .badSession, "there is no column '\(name)'", place: "\(path):\(head.line)",
                nextStep: "the first row names the columns: id,inputs,output,options")
        }
        while let row = try rows.next(path) {
            let place = "\(path):\(row.line)"
            guard row.cells.count <= names.count else {
                throw SessionError(
                    .badSession, "\(row.cells.count) cells under \(names.count) columns", place: place,
                    nextStep: "put a cell with a comma in double quotes")
            }
            var cells: [String: String] = [:]
            for (name, cell) in zip(names, row.cells) where !cell.isEmpty { cells[name] = cell }
            guard let output = cells["output"] else {
                throw SessionError(
                    .badSession, "a job has no output", place: place, nextStep: "name a file in the column 'output'")
            }
            try jobs.append(
                BatchJob(
                    id: cells["id"] ?? output, place: place, folder: folder, inputs: words(cells["inputs"], place),
                    output: FilePath(output),
                    options: words(cells["options"], place)))
        }
    }

    private func words(_ cell: String?, _ place: String) throws(SessionError) -> [String] {
        do throws(SessionError) {
            return try cell.map { text throws(SessionError) in try CommandWords(text).words } ?? []
        } catch {
            throw SessionError(error.kind, error.problem, place: place, nextStep: error.nextStep)
        }
    }
}

/// The rows of a table, one after the other.
private struct TableRows {
    private let bytes: [UInt8]
    private var position: Int
    private var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The next row that has anything in it, and the line on which it begins; `nil` at the end.
    ///
    /// - Throws: `badSession` for a quote that does not end, for text after one, and for a cell that is too long.
    mutating func next(_ path: FilePath) throws(SessionError) -> (cells: [String], line: Int)? {
        while position < bytes.count {
            let begin = line
            var cells: [String] = []
            repeat { cells.append(try cell(path)) } while takes(UInt8(ascii: ","))
            _ = takes(UInt8(ascii: "\r"))
            if takes(UInt8(ascii: "\n")) { line += 1 }
            if cells != [""] { return (cells, begin) }
        }
        return nil
    }

    private mutating func takes(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func cell(_ path: FilePath) throws(SessionError) -> String {
        let begin = line
        guard takes(UInt8(ascii: "\"")) else {
            var cell = bytes[position...].prefix { !",\n".utf8.contains($0) }
            position = cell.endIndex
            // The end of a line of Windows is none of the cell.
            if cell.last == UInt8(ascii: "\r") { cell.removeLast() }
            guard cell.count <= Self.longestCell else { throw Self.tooLong("\(path):\(begin)") }
            return PathText.decode(Array(cell))
        }
        var cell: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            if byte == UInt8(ascii: "\"") {
                // Two are one, and one is the end.
                guard takes(byte) else {
                    guard position == bytes.count || ",\r\n".utf8.contains(bytes[position]) else {
                        throw SessionError(
                            .badSession, "there is text after a quoted cell", place: "\(path):\(line)",
                            nextStep: "put the whole cell in quotes, and double the quotes inside it")
                    }
                    return PathText.decode(cell)
                }
            }
            cell.append(byte)
            guard cell.count <= Self.longestCell else { throw Self.tooLong("\(path):\(begin)") }
        }
        throw SessionError(
            .badSession, "a quote that begins here is not closed", place: "\(path):\(begin)", nextStep: "close it")
    }

    /// In bytes: more words than any mix has.
    private static let longestCell = ManifestReader.longest

    private static func tooLong(_ place: String) -> SessionError {
        SessionError(
            .badSession, "a cell is longer than \(longestCell >> 20) MiB", place: place,
            nextStep: "check that this is a table, and that all quotes are closed")
    }
}
