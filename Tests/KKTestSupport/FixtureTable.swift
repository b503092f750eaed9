import Foundation

/// A row of `fixtures/README.md`: what a fixture is, and what a reader must deliver.
public struct FixtureRow: Sendable, CustomStringConvertible {
    public let name: String
    public let recipe: String
    /// `nil` if nothing is promised.
    public let frames: Int64?
    public let sampleRate: Double?
    public let channels: Int?

    public var description: String { name }

    public var path: String { Fixtures.path(name) }

    /// The fixture that this one sounds the same as, to the bit.
    public var soundOf: String? {
        let phrase = "the sound of "
        return recipe.hasPrefix(phrase) && recipe.hasSuffix(".wav") ? String(recipe.dropFirst(phrase.count)) : nil
    }

    public static let all: [FixtureRow] = {
        // Without the table there would be no cases, and nothing would fail.
        guard let text = try? String(contentsOfFile: Fixtures.path("README.md"), encoding: .utf8) else {
            fatalError("fixtures/README.md cannot be read")
        }
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 6, cells[0].contains("."), cells[0] != "file" else { return nil }
            return FixtureRow(
                name: cells[0], recipe: cells[2], frames: Int64(cells[3]), sampleRate: Double(cells[4]),
                channels: Int(cells[5]))
        }
    }()
}
