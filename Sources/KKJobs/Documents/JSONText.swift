internal import FoundationEssentials
internal import KKPCM
package import KKSession

/// JSON as the house writes it: sorted keys, so that the same facts give the same bytes; no escaped slashes; one line.
package enum JSONText {
    /// Numbers that JSON has no word for are null where somebody thought of them (``OrNull``), and else texts rather
    /// than no document at all.
    private static let numbers = (infinity: "inf", negativeInfinity: "-inf", none: "nan")

    /// - Throws: `defect` for a value that cannot be written.
    package static func line(_ value: some Encodable) throws(SessionError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: numbers.infinity, negativeInfinity: numbers.negativeInfinity, nan: numbers.none)
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            throw SessionError(.defect, "the result cannot be written as JSON: \(error)")
        }
    }

    /// Reads what ``line(_:)`` wrote.
    static func read<Value: Decodable>(_ type: Value.Type, _ bytes: some Sequence<UInt8>) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: numbers.infinity, negativeInfinity: numbers.negativeInfinity, nan: numbers.none)
        return try decoder.decode(type, from: Data(bytes))
    }
}
