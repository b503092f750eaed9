import KKTestSupport
import Testing

/// A run that is killed, or asked to stop by a signal that few programs know: nothing that it started goes on.
@Suite struct KilledRunTests {
    private static let manifest =
        "schema: 1\ncases:\n  - {name: one, command: 'bash slow.sh {output}', golden: none, assert: [channels 2]}\n"

    /// A program that hears no signal, as long as another one of its group, and how it comes to an end.
    private static func ending(_ script: String) throws -> CommandRun {
        let golden = try GoldenFolder(manifest)
        try golden.folder.write(
            Array("trap '' TERM; sleep 300 & echo $! $$ > new; mv new pids; wait; sleep 300\n".utf8), to: "slow.sh")
        return try CommandRun.shell(
            """
            set -m; $KKMIX test > said 2> problem & p=$!
            while kill -0 $p && [[ ! -s pids ]]; do sleep 0.01; done
            \(script); { wait $p; } 2>/dev/null; echo $?
            for n in {1..80}; do kill -0 $(<pids) 2>/dev/null || break; sleep 0.1; done
            for q in $(<pids); do ! kill -0 $q 2>/dev/null || { echo "$q is there"; kill -9 $q; }; done
            """, in: golden.folder.root, environment: ["KKMIX_RUN_COMMANDS": "1"])
    }

    @Test(arguments: ["kill -9 $p", "kill -9 -- -$p"])
    func `a program went on when kkmix was killed`(kill: String) throws {
        let run = try Self.ending(kill)
        #expect(run.outputText == "137\n", "\(run.outputText)\(run.errorText)")
    }

    @Test(arguments: [("USR1", 138), ("USR2", 140)])
    func `SIGUSR1 ended kkmix without its programs`(signal: String, status: Int32) throws {
        let run = try Self.ending("kill -\(signal) $p")
        #expect(run.outputText == "\(status)\n", "\(run.outputText)\(run.errorText)")
    }

    /// The number of a group that has ended may soon be somebody else's.
    @Test func `the guard of a run that ends well ends nobody`() throws {
        let golden = try GoldenFolder(Self.manifest)
        try golden.folder.write(
            Array(
                """
                for g in $(pgrep -f '[r]ead -r line; do groups='); do readlink /proc/$g/cwd; done | grep -cx "$(pwd -P)"

                """.utf8), to: "guards.sh")
        let run = try CommandRun.shell(
            """
            echo 'bash guards.sh > seen; cp noise.wav "$1"' > slow.sh
            $KKMIX test -q; echo $?; cat seen
            for n in {1..50}; do [[ $(bash guards.sh) = 0 ]] && break; sleep 0.1; done
            bash guards.sh
            """, in: golden.folder.root, environment: ["KKMIX_RUN_COMMANDS": "1"])
        #expect(run.outputText == "0\n1\n0\n", "\(run.outputText)\(run.errorText)")
    }

    /// Root without its capabilities has no more rights than an owner.
    @Test func `a folder that its program had made unreadable stayed for ever`() throws {
        let golden = try GoldenFolder(Self.manifest)
        try golden.folder.write(
            Array(
                """
                [[ $RUN = c ]] || { mkdir "${1%/*}/in"; chmod 0 "${1%/*}/in" "${1%/*}"; echo > begun; sleep 60; }
                cp noise.wav "$1"

                """.utf8), to: "slow.sh")
        let run = try CommandRun.shell(
            """
            as() { exec setpriv --inh-caps=-all --bounding-set=-all "$@"; }
            RUN=a as $KKMIX test > a.txt 2>&1 & a=$!
            for n in {1..600}; do [[ -e begun ]] && break; sleep 0.05; done
            kill -9 $a; wait $a 2>/dev/null; ls -A kkmix-results | grep -c '^.kkmix-'
            for n in {1..40}; do
                (RUN=c as $KKMIX test -q); s=$?
                [[ $s = 0 && ! -e kkmix-results ]] && break; sleep 0.1
            done
            echo $s; ls -A kkmix-results 2>/dev/null | grep -c '^.kkmix-'
            """, in: golden.folder.root, environment: ["KKMIX_RUN_COMMANDS": "1"])
        #expect(run.outputText == "2\n0\n0\n", "\(run.outputText)\(run.errorText)")
    }

    /// The folder of a run that lives is its own, however busy the others are.
    @Test func `what a killed run had in its folder stayed for a day`() throws {
        let golden = try GoldenFolder(Self.manifest)
        try golden.folder.write(
            Array("echo > begun-$RUN; touch \"$1.part\"; [[ $RUN = c ]] || sleep 60; cp noise.wav \"$1\"\n".utf8),
            to: "slow.sh")
        let run = try CommandRun.shell(
            """
            folders() { ls -A kkmix-results 2>&1 | grep -c '^.kkmix-'; }
            RUN=a $KKMIX test > a.txt 2>&1 & a=$!
            RUN=b $KKMIX test > b.txt 2>&1 & b=$!
            for n in {1..600}; do [[ -e begun-a && -e begun-b ]] && break; sleep 0.05; done
            folders; kill -9 $a; { wait $a; } 2>/dev/null; folders
            for age in now '2 days ago'; do
                touch -d "$age" kkmix-results/.kkmix-*; RUN=c $KKMIX test -q; echo $?; folders
            done
            kill -0 $b && echo lives; kill -TERM $b; { wait $b; } 2>/dev/null; folders
            """, in: golden.folder.root, environment: ["KKMIX_RUN_COMMANDS": "1"])
        // A folder for the case, and one in it for the program's sound.
        #expect(
            run.outputText.split(separator: "\n") == ["4", "4", "0", "2", "0", "2", "lives", "0"],
            "\(run.outputText)\(run.errorText)")
    }

    /// Whose they are nobody can say of those that are younger than a day.
    @Test func `what a killed run had begun stayed among the goldens for ever`() throws {
        let golden = try GoldenFolder()
        let run = try CommandRun.shell(
            """
            mkdir -p goldens kkmix-results; for n in goldens kkmix-results; do
            echo > $n/.kkmix-1-1.kkmix-part; echo > $n/.kkmix-1-2.kkmix-part; touch -d '2 days ago' $n/.kkmix-1-1*; done
            $KKMIX test -q --update missing; echo $?; ls -A goldens kkmix-results
            """, in: golden.folder.root)
        #expect(
            run.outputText.split(separator: "\n") == [
                "0", "goldens:", ".kkmix-1-2.kkmix-part", "print.fingerprint", "sound.wav", "kkmix-results:",
                ".kkmix-1-2.kkmix-part",
            ], "\(run.outputText)\(run.errorText)")
    }
}
