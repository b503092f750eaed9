import Foundation
import KKPCM
import Testing

/// A report tells its keys once: they are encoded, and known without a value.
@Suite struct KeyedReportTests {
    private struct Place: KeyedReport {
        var channel: Int

        static func tell(_ key: inout ReportKeys<Self>) { key("channel") { $0.channel + 1 } }
    }

    private struct Report: KeyedReport {
        var name: String
        var level: Double?
        var place: Place
        var others: [Place] = []

        static func tell(_ key: inout ReportKeys<Self>) {
            key("name", \.name)
            key("level", \.level)
            key("peak") { Float($0.level ?? 0) }
            key.all(of: \.place)
            key("others", \.others)
        }
    }

    private struct Broken: KeyedReport {
        private struct Value: Encodable {
            func encode(to encoder: any Encoder) throws { throw CancellationError() }
        }

        static func tell(_ key: inout ReportKeys<Self>) {
            key("whole") { _ in 1 }
            key("broken") { _ in Value() }
        }
    }

    private func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func `every key is there, those of a part among them, and null where there is no number`() throws {
        let places = [Place(channel: 0), Place(channel: 6)]
        #expect(
            try text(Report(name: "a", level: -0.5, place: places[1], others: places))
                == #"{"channel":7,"level":-0.5,"name":"a","others":[{"channel":1},{"channel":7}],"peak":-0.5}"#)
        #expect(
            try text([Report(name: "", level: nil, place: places[0])])
                == #"[{"channel":1,"level":null,"name":"","others":[],"peak":0}]"#)
        for level in [Double.infinity, -.infinity, .nan] {
            #expect(
                try text(Report(name: "", level: level, place: places[0]))
                    == #"{"channel":1,"level":null,"name":"","others":[],"peak":null}"#)
        }
    }

    @Test func `keys and types are known without a value, in the order in which they are reported`() {
        #expect(Report.keys.map(\.name) == ["name", "level", "peak", "channel", "others"])
        let types: [Any.Type] = [String.self, Double?.self, Float.self, Int.self, [Place].self]
        #expect(zip(Report.keys, types).allSatisfy { $0.type == $1 })
    }

    @Test func `what cannot be encoded is thrown`() {
        #expect(throws: CancellationError.self) { try text(Broken()) }
    }
}
