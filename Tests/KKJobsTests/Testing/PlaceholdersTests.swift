@testable import KKJobs
import Testing

/// What stands for the words in braces of a manifest's command.
@Suite struct PlaceholdersTests {
    private let places = Placeholders(values: ["/tmp/it's \"$x\".wav", "a case", "/music", "7"])

    @Test func `a word has its placeholders replaced, and keeps other braces`() {
        #expect(places.filled("out={output}:{case}:{seed}") == "out=/tmp/it's \"$x\".wav:a case:7")
        #expect(places.filled("{print $1} {} {outputs} {OUTPUT}") == "{print $1} {} {outputs} {OUTPUT}")
    }

    /// A path is never a part of a line: what is in it is not a command, whatever quotes stand around it.
    @Test(arguments: [
        ("a {output}", "a \"${KKMIX_OUTPUT}\""), ("a \"{output}\"", "a \"${KKMIX_OUTPUT}\""),
        ("a 'x {output}'", "a 'x '\"${KKMIX_OUTPUT}\"''"),
        ("x=\"$(a {output})\"", "x=\"$(a \"${KKMIX_OUTPUT}\")\""),
        ("x=\"$(a \"{dir}\")\" {seed}", "x=\"$(a \"${KKMIX_DIR}\")\" \"${KKMIX_SEED}\""),
        ("a # don't\nb {output}", "a # don't\nb \"${KKMIX_OUTPUT}\""), ("a#'{seed}'", "a#''\"${KKMIX_SEED}\"''"),
        ("a \\' {seed} '\"' {seed}", "a \\' \"${KKMIX_SEED}\" '\"' \"${KKMIX_SEED}\""),
        ("a {print} {}", "a {print} {}"),
    ])
    func `in a line for a shell a variable stands for a value, as one word`(line: String, filled: String) {
        #expect(Placeholders.filled(shellLine: line) == filled)
    }

    /// A quote with an accent upon it is one character, and still a quote.
    @Test func `a quote counts by its scalar`() {
        #expect(Placeholders.filled(shellLine: "'\u{301}{case}'") == "'\u{301}'\"${KKMIX_CASE}\"''")
    }
}
