import KKTestSupport
import Testing

/// A signal that asks the process to stop, at whatever moment: an output is there as a whole or not at all, and nothing
/// else is.
@Suite struct StopTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16([[1], [2], [3]]), to: "a.wav")
    }

    /// Fifty moments in the first milliseconds, in which a short mix is over and a long one has begun; statuses and
    /// leftovers are collected.
    private func stop(_ job: String) throws -> [String] {
        let script = """
            $KKMIX \(job) -q -f -o whole.wav
            for i in $(seq 50); do
                rm -f out.wav
                $KKMIX \(job) -q -f -o out.wav & sleep 0.00$((i / 10))$((i % 10)); kill -TERM $! 2>/dev/null; wait $!
                case $? in
                    0) cmp -s out.wav whole.wav && echo done || echo 'done, and not whole' ;;
                    143) [[ ! -e out.wav ]] || cmp -s out.wav whole.wav && echo stopped || echo 'stopped, and half' ;;
                    *) echo "status $?" ;;
                esac
                find . -name '*part*'
            done 2>/dev/null
            """
        let run = try CommandRun.shell(script, in: folder.root)
        return Array(Set(run.outputText.split(separator: "\n").map(String.init))).sorted()
    }

    @Test(arguments: ["a.wav::loop=20000", "a.wav::loop=400000"])
    func `a mix is done or was never there, with threads and without`(job: String) throws {
        let ends = try stop(job)
        #expect(!ends.isEmpty && Set(ends).isSubset(of: ["done", "stopped"]), "\(ends)")
    }

    private let stopWhenHeard = "heard $!; kill -TERM $!; wait $!; e=$?; find . -name '*part*'; exit $e"

    @Test func `a mix of few frames that takes long hears a signal at once`() throws {
        try folder.write(WaveFile.pcm16((0..<600_000).map { [Int16(truncatingIfNeeded: $0 &* 7919)] }), to: "long.wav")
        // A hundred seeks and more, each of which decodes from the start, as those of Opus do: who holds the signal
        // back until the end is here for a long time.
        let run = try CommandRun.shell(
            """
            $KKMIX long.wav -q -o long.opus
            $KKMIX long.opus::from=13,for=961f,loop=180 -q -o out.wav &
            \(stopWhenHeard)
            """, in: folder.root)
        #expect(
            run.status == 143 && run.errorText.contains("stopped by SIGTERM") && run.outputText.isEmpty,
            "\(run.status) \(run.errorText) \(run.outputText)")
    }

    /// What waits for a pipe is stopped in the midst of its work.
    @Test(
        arguments: [
            "mix p -o out.wav", "p -o out.wav", "convert p -o out.flac", "measure p", "measure a.wav p", "info p",
            "compare p a.wav", "plot p -o out.png",
            "test --run-commands --baseline-command \"sh -c 'cat p'\" t.yaml",
        ], [("INT", 130), ("TERM", 143)])
    func `a command that is stopped by a signal prints its document`(words: String, signal: (String, Int32)) throws {
        try folder.write(Array("schema: 1\ncases: [{name: a, mix: a.wav}]\n".utf8), to: "t.yaml")
        let run = try CommandRun.shell(
            """
            set -m; mkfifo p; sleep 60 > p & w=$!
            $KKMIX \(words) --json > reported & p=$!
            heard $p; kill -\(signal.0) $p; wait $p; s=$?; kill $w; exit $s
            """, in: folder.root)
        let said = run.errorText.split(separator: "\n").filter { $0.hasPrefix("kkmix:") }
        #expect(
            run.status == signal.1 && said == ["kkmix: stopped by SIG\(signal.0); no unfinished file was left behind"],
            "\(run.errorText)")
        let reported = String(decoding: folder.bytes("reported") ?? [], as: UTF8.self)
        #expect(
            reported
                == #"{"error":{"message":"stopped by SIG\#(signal.0); no unfinished file was left behind","path":null,"status":\#(signal.1)},"schema":1}"#
                + "\n",
            "\(reported)")
        #expect(folder.contents == ["a.wav", "p", "reported", "t.yaml"], "\(folder.contents)")
    }

    /// At whatever moment: one document, or none of a process that had not begun.
    @Test func `a stop leaves one document or none, never one and a half`() throws {
        try folder.write(WaveFile.pcm16((0..<100_000).map { [Int16(truncatingIfNeeded: $0 &* 7919)] }), to: "long.wav")
        let run = try CommandRun.shell(
            """
            for i in $(seq 60); do
                rm -f out.wav; $KKMIX long.wav::loop=3 --json -o out.wav > reported & sleep 0.0$((i / 20))$((i % 10)); kill -TERM $! 2>/dev/null; wait $!; s=$?
                n=$(wc -l < reported); k=$(grep -c '^{"error":{"message":"stopped by SIGTERM.*,"status":143},"schema":1}$\\|^{"jobs":.*,"schema":1}$' reported)
                (( n == k && n <= 1 && ( s == 0 || s == 143 ) )) || { echo "status $s"; cat reported; }
            done 2>/dev/null
            """, in: folder.root)
        #expect(run.outputText.isEmpty, "\(run.outputText)")
    }

    /// Nobody reads the document, and nobody waits for that.
    @Test func `a full pipe does not keep a stopped command`() throws {
        let run = try CommandRun.shell(
            """
            mkfifo p full; exec 8<> p 9<> full; head -c 65536 /dev/zero >&9
            $KKMIX measure p --json >&9 & heard $!; kill -TERM $!; wait $!
            """, in: folder.root)
        #expect(run.status == 143 && run.errorText.contains("stopped by SIGTERM"), "\(run.status) \(run.errorText)")
    }

    @Test func `a reader that waits for nobody does not keep a short mix alive`() throws {
        let run = try CommandRun.shell(
            """
            mkfifo p; sleep 60 < p &
            $KKMIX a.wav::loop=60000 -q -f -o p --format wav &
            \(stopWhenHeard)
            """, in: folder.root)
        #expect(run.status == 143 && run.errorText.contains("stopped by SIGTERM"), "\(run.status) \(run.errorText)")
    }
}
