@testable import KKJobs
import KKMixing
import KKTestSupport
import Testing

/// What YAML and JSON become, and what is refused with its place.
@Suite struct ManifestReaderTests {
    private func value(_ text: String) throws -> ManifestValue? {
        try ManifestReader.value(of: Array(text.utf8), name: "m.yaml")
    }

    /// A value without its places.
    private func plain(_ value: ManifestValue?) -> String {
        switch value?.content {
        case nil: "absent"
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .number(let text): "number \(text)"
        case .string(let text): "'\(text)'"
        case .list(let values): "[\(values.map { plain($0) }.joined(separator: ", "))]"
        case .map(let entries): "{\(entries.map { "\($0.key): \(plain($0.value))" }.joined(separator: ", "))}"
        }
    }

    @Test(arguments: [
        ("", "absent"), ("# nothing\n", "absent"), ("---\n", "null"), ("~", "null"), ("true", "true"), ("no", "'no'"),
        ("'true'", "'true'"),
        ("-1.50", "number -1.50"),
        ("1e3", "'1e3'"), ("0x10", "'0x10'"), ("\"1\"", "'1'"), ("[a, 1, null]", "['a', number 1, null]"),
        ("b: 1\na: {c: []}", "{b: number 1, a: {c: []}}"),
        ("{\"a\":\"\\u00e9\\n\",\"b\":[true]}", "{a: '\u{E9}\n', b: [true]}"), ("a: |\n  x\n  y\n", "{a: 'x\ny\n'}"),
        ("k: a.wav::gain=-6dB b.wav", "{k: 'a.wav::gain=-6dB b.wav'}"),
    ])
    func `YAML and JSON give values in their order`(text: String, expected: String) throws {
        #expect(try plain(value(text)) == expected)
    }

    @Test func `a value knows its line and column`() throws {
        let text = "# head\na: 1\nb:\n  - x\n  - yy: 2\n"
        guard case .map(let entries)? = try value(text)?.content, case .list(let items) = entries[1].value.content
        else {
            Issue.record("no list")
            return
        }
        #expect(entries[1].mark == YAMLEvents.Mark(line: 3, column: 1))
        #expect(items[1].mark == YAMLEvents.Mark(line: 5, column: 5))
    }

    @Test(arguments: [
        ("a: 1\na: 2", "m.yaml:2:1: the key 'a' is given twice, first in line 1"),
        ("a: &x 1\nb: *x", "m.yaml:2:4: aliases are not supported here"),
        ("a: !!binary x", "m.yaml:1:4: tags are not supported here"), ("a: [1", "m.yaml:2:1: this is not YAML"),
        ("a: b: c", "m.yaml:1:5: this is not YAML"),
        ("a\n---\nb", "m.yaml:2:1: a second document"), ("[x]: 1", "m.yaml:1:1: a key is a list"), ("\u{1}", "m.yaml:"),
        ("<<: *x", "aliases"),
    ])
    func `what is no manifest is refused with its place`(text: String, words: String) throws {
        let error = #expect(throws: SessionError.self) { try value(text) }
        #expect(
            error?.kind == .badSession && error?.description.contains(words) == true,
            "\(error.map(String.init(describing:)) ?? "")")
    }

    @Test func `bytes that are no text are refused`() throws {
        #expect(throws: SessionError.self) {
            try ManifestReader.value(of: [0x61, 0x3A, 0x20, 0xFF, 0xFE], name: "m.yaml")
        }
    }

    /// Each in a moment and in little memory: nothing is unfolded, and nothing recurses beyond its limit.
    @Test func `hostile documents are refused`() throws {
        var laughs = "a: &a [x, x, x, x, x, x, x, x, x]\n"
        for letter in "bcdefghi" {
            laughs += "\(letter): &\(letter) [\(Array(repeating: "*a", count: 9).joined(separator: ", "))]\n"
        }
        #expect(throws: SessionError.self) { try value(laughs) }
        let deep = [
            String(repeating: "[", count: 100_000), String(repeating: "{a: ", count: 100_000),
            String(repeating: "- ", count: 100_000),
        ]
        for text in deep {
            let error = #expect(throws: SessionError.self) { try value(text) }
            #expect(error?.description.contains("deeper than 32") == true)
        }
        let long = #expect(throws: SessionError.self) {
            try value(String(repeating: "#", count: ManifestReader.longest + 1))
        }
        #expect(long?.problem == "the file is longer than 4 MiB")
        let wide = try value("[" + Array(repeating: "1", count: 50_000).joined(separator: ",") + "]")
        guard case .list(let items)? = wide?.content else {
            Issue.record("no list: \(String(describing: wide))")
            return
        }
        #expect(items.count == 50_000)
    }

    @Test(arguments: [
        ("a b", ["a", "b"]), ("  a\t b\n", ["a", "b"]), ("'a b' c", ["a b", "c"]), ("\"a \\\" b\" c", ["a \" b", "c"]),
        ("a\\ b", ["a b"]),
        ("'' x", ["", "x"]),
        ("a'b'\"c\"", ["abc"]), ("$HOME * ~", ["$HOME", "*", "~"]), ("\"a\\nb\"", ["a\\nb"]), ("'|'", ["|"]), ("", []),
        ("x::gain=-3dB,at=1s", ["x::gain=-3dB,at=1s"]),
        ("\u{E9}t\u{E9}.wav", ["\u{E9}t\u{E9}.wav"]),
        // An accent upon a quote or a blank makes another character, and the same quote; U+037E is a semicolon to
        // Swift, and to no shell.
        ("'a b'\u{301} \u{301}c", ["a b\u{301}", "\u{301}c"]), ("\"a\u{301} b\"", ["a\u{301} b"]),
        ("a\u{37E}b", ["a\u{37E}b"]),
    ])
    func `a command line is split as a shell splits it`(text: String, words: [String]) throws {
        #expect(try CommandWords(text).words.map { Array($0.utf8) } == words.map { Array($0.utf8) })
    }

    @Test(arguments: ["'a", "\"a", "a\\", "a | b", "a > b", "a; b", "`a`", "a &"])
    func `what wants a shell is refused`(text: String) {
        let error = #expect(throws: SessionError.self) { try CommandWords(text) }
        #expect(error?.kind == .badSession)
    }
}
