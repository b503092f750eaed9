import KKTestSupport
import Testing

/// Names of files that are not UTF-8, through the binary.
@Suite struct NameTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16([[7], [8]]), to: "a.wav")
    }

    private func run(_ command: String) throws -> CommandRun {
        try CommandRun.shell(command, in: folder.root)
    }

    @Test func `a file of any name is read, and one of any name is written`() throws {
        let run = try run(
            #"mv a.wav $'in\xff.wav'; $KKMIX $'in\xff.wav' -o $'out\xfe.wav' -q && cp $'out\xfe.wav' back.wav && ls -A | wc -l"#
        )
        #expect(run.status == 0, "\(run.errorText)")
        #expect(folder.bytes("back.wav").map { WaveFile.samples16(of: $0) } == [7, 8])
        #expect(run.outputText.contains("3"), "nothing else is left: \(run.outputText)")
    }

    @Test func `a folder of any name takes outputs, also through a link`() throws {
        let run = try run(
            #"mkdir $'\xe9'; ln -s $'\xe9/\xfe.wav' link.wav; $KKMIX a.wav -o link.wav -q && test -L link.wav && cat $'\xe9/\xfe.wav'"#
        )
        #expect(run.status == 0, "\(run.errorText)")
        #expect(WaveFile.samples16(of: run.output) == [7, 8])
    }

    @Test func `an output of any name that exists is refused, and replaced when asked`() throws {
        let refused = try run(#"cp a.wav $'\xfe.wav'; $KKMIX a.wav -o $'\xfe.wav' -q"#)
        #expect(refused.status == 73, "\(refused.errorText)")
        #expect(try run(#"$KKMIX a.wav -f -o $'\xfe.wav' -q"#).status == 0)
        #expect(try run(#"$KKMIX $'\xfe.wav' -f -o $'\xfe.wav' -q"#).status == 73)
    }

    @Test func `a pipe is kept in a folder of any name`() throws {
        let run = try run(#"mkdir $'\xe9'; cat a.wav | TMPDIR=$'\xe9' $KKMIX -o out.wav -q -- -::loop=1"#)
        #expect(run.status == 0, "\(run.errorText)")
    }
}
