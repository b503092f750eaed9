import Foundation
import KKTestSupport
import Testing

@testable import kkmix

/// What packages say of themselves; that they can be installed is scripts/test-package's.
@Suite struct PackageTests {
    private static func plan() throws -> [String: Any] {
        let run = try CommandRun.shell("scripts/package --program \"$KKMIX\" --list", in: Fixtures.root)
        #expect(run.status == 0, "\(run.errorText)")
        return try #require(JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    }

    @Test func `the Debian package and the SPDX document have the libraries that doctor has`() throws {
        let plan = try Self.plan()
        let libraries = try #require(plan["libraries"] as? [[String: Any]])
        let relations = try #require(plan["relations"] as? [String: String])
        let packages = libraries.map { ($0["debian_packages"] as? [String] ?? []).joined(separator: " | ") }
        let fields = ["Depends", "Recommends", "Suggests"].flatMap {
            (relations[$0] ?? "").components(separatedBy: ", ")
        }
        #expect(fields.filter { !$0.hasPrefix("libc6 (>= 2.") }.sorted() == packages.sorted())
        #expect(relations["Depends"]?.contains("libsndfile1") ?? false)
        let document = try #require(plan["spdx"] as? [String: Any])
        let listed = try #require(document["packages"] as? [[String: Any]])
        let names = listed.compactMap { $0["name"] as? String }
        for library in libraries { #expect(names.contains(library["name"] as? String ?? "-")) }
        for part in ["kkmix", "Swift standard library", "FoundationEssentials", "glibc"] {
            #expect(names.contains(part), "\(part)")
        }
        #expect(listed.first?["versionInfo"] as? String == Kkmix.version)
        // SPDX 2.3, clauses 7 and 11: every package has these, and relations are between what there is.
        let references = Set(listed.compactMap { $0["SPDXID"] as? String } + ["SPDXRef-DOCUMENT"])
        #expect(references.count == listed.count + 1)
        for package in listed { #expect(package["downloadLocation"] != nil && package["licenseDeclared"] != nil) }
        for relation in try #require(document["relationships"] as? [[String: String]]) {
            #expect(
                [relation["spdxElementId"], relation["relatedSpdxElement"]].allSatisfy { references.contains($0 ?? "") }
            )
        }
    }

    @Test func `the pages name the version that the program has`() throws {
        for page in ["README.md", "docs/installing.md", "docs/ci.md"] {
            let text = try String(contentsOfFile: "\(Fixtures.root)/\(page)", encoding: .utf8)
            let named = text.matches(of: /kkmix(?:[-_]|@v)([0-9]+\.[0-9]+\.[0-9]+)/).map { String($0.output.1) }
            #expect(!named.isEmpty && named.allSatisfy { $0 == Kkmix.version }, "\(page): \(named)")
        }
    }
}
