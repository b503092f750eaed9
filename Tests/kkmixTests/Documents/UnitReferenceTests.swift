import Foundation
import KKTestSupport
import Testing

/// What docs/units.md says of the units is what the program says.
@Suite struct UnitReferenceTests {
    let reference: String
    /// What stands between empty lines in what is printed.
    let blocks: [String]

    init() throws {
        reference = try String(contentsOfFile: "\(Fixtures.root)/docs/units.md", encoding: .utf8)
        let run = try CommandRun(["graph", "--list-units"])
        #expect(run.status == 0 && run.errorText.isEmpty)
        blocks = run.outputText.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
    }

    @Test func `the reference has every word of the program's, in its order`() {
        var rest = Substring(reference)
        for block in blocks {
            let place = rest.range(of: block + "\n")
            #expect(place != nil, "kkmix graph --list-units prints:\n\(block)")
            if let place { rest = rest[place.upperBound...] }
        }
        #expect(blocks.count > 30)
    }

    @Test func `every unit has a paragraph of its own, and no other unit is reported`() {
        let chunks = reference.components(separatedBy: "\n\n")
        let headings = chunks.indices.filter { chunks[$0].hasPrefix("## ") }
        #expect(headings.map { chunks[$0] } == blocks.filter { $0.hasPrefix("## ") })
        for index in headings {
            let next = index + 1 < chunks.count ? chunks[index + 1] : "|"
            #expect(!next.hasPrefix("|") && next.count > 80, "\(chunks[index]) needs a paragraph")
        }
    }

    @Test func `the document has every unit with its parameters and properties`() throws {
        let run = try CommandRun(["graph", "--list-units", "--json"])
        let value = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
        let units = try #require(value["units"] as? [[String: Any]])
        #expect(units.map { "## \($0["name"] as? String ?? "")" } == blocks.filter { $0.hasPrefix("## ") })
        let delay = try #require(units.first { $0["sub_type"] as? String == "dely" })
        let parameters = try #require(delay["parameters"] as? [[String: Any]])
        #expect(
            parameters.map { $0["id"] as? Int } == [0, 1, 2, 3] && parameters[3]["maximum_per_rate"] as? Double == 0.5)
        #expect(parameters[0]["maximum_per_rate"] is NSNull && parameters[1]["unit"] as? String == "seconds")
        #expect((delay["properties"] as? [[String: Any]])?.first?["name"] as? String == "BypassEffect")
        #expect((delay["tail_time"] as? Double).map { $0 > 10 } == true && delay["latency"] as? Double == 0)
    }

    @Test(arguments: [["graph", "--list-units", "a.wav"], ["graph", "--list-units", "--format", "dot"]])
    func `it is a table of its own`(arguments: [String]) throws {
        let run = try CommandRun(arguments)
        #expect(run.status == 64 && run.errorText.contains("a table instead of a graph"))
    }
}
