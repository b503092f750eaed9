@testable import KKJobs
import Testing

/// What stands for the words in braces of a manifest's command.
@Suite struct PlaceholdersTests {
    private let places = Placeholders(values: ["/tmp/it's \"$x\".wav", "a case", "/music", "7"])

    @Test func `a word has its placeholders replaced, and keeps other braces`() {
        #expect(places.filled("out={output}:{case}:{seed}") == "out=/tmp/it's \"$x\".wav:a case:7")
        #expect(places.filled("{print $1} {} {outputs} {OUTPUT}") == "{print $1} {} {outputs} {OUTPUT}")
    }

    /// Each line is read back by a shell, in the program's tests too: here by its quotes.
    @Test func `in a line for a shell a value is one word whatever quotes it stands in`() {
        #expect(places.filled(shellLine: "a {output}") == "a '/tmp/it'\\''s \"$x\".wav'")
        #expect(places.filled(shellLine: "a \"{output}\"") == "a \"/tmp/it's \\\"\\$x\\\".wav\"")
        #expect(places.filled(shellLine: "a 'x {output}'") == "a 'x /tmp/it'\\''s \"$x\".wav'")
        #expect(places.filled(shellLine: "a \\' {seed} '\"' {seed}") == "a \\' 7 '\"' 7")
    }

    /// A quote with an accent upon it is one character, and still a quote.
    @Test func `a quote counts by its scalar`() {
        #expect(places.filled(shellLine: "'\u{301}{case}'") == "'\u{301}a case'")
    }
}
