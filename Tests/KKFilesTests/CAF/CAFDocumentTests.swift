import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

@Suite struct CAFDocumentTests {
    @Test func `the page on CAF has a row for each kind of chunk, in order`() throws {
        let page = try String(contentsOfFile: "\(Fixtures.root)/docs/caf.md", encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map {
            $0.split(separator: "|").prefix(2).joined(separator: "|")
        }
        #expect(rows == CAFText.titles.map { " `\($0.type.description.dropFirst().dropLast())` | \($0.title) " })
    }
}
