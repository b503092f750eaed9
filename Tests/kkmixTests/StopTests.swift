import KKTestSupport
import Testing

/// A signal that asks the process to stop, at whatever moment: an output is there as a whole or not at all, and nothing else is.
@Suite struct StopTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16([[1], [2], [3]]), to: "a.wav")
    }

    /// Fifty moments in the first milliseconds, in which a short mix is over and a long one has begun; statuses and leftovers are collected.
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
        // A hundred thousand seeks by decoding: who holds the signal back until the end is here for a long time.
        let run = try CommandRun.shell(
            """
            $KKMIX long.wav -q -o long.ogg
            $KKMIX long.ogg::from=13,for=1f,loop=100000 -q -o out.wav &
            \(stopWhenHeard)
            """, in: folder.root)
        #expect(run.status == 143 && run.errorText.contains("stopped by SIGTERM") && run.outputText.isEmpty, "\(run.status) \(run.errorText) \(run.outputText)")
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
