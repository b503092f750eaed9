internal import KKFiles

extension BatchScript {
    /// The command of a shard is one text, which Parallel gives to a shell; `{}` in it is the shard's number.
    var parallelText: String {
        let own = [ShellWord.file(program), "batch", "run", ShellWord.file(plan)] + runOptions
        let report = ShellWord.parallel(ShellWord.file(folder)) + "/{}.json"
        let words = own.map(ShellWord.parallel) + ["--shard", "{}/\(shardCount)", "--resume", "--report", report]
        let jobs = atOnce.map { " --jobs \($0)" } ?? ""
        return """
            #!/bin/sh
            # \(ShellWord.comment(plan.text)): \(amount), for GNU Parallel. Start it from this folder:
            #
            #   sh SCRIPT
            #   sh SCRIPT --workdir . -S node1,node2,:     on other machines, too, which have to see this folder and the jobs' files
            #
            # Its status is that of the merge: 1 if a job failed or has no result.
            set -eu

            case $(parallel --version 2>&1) in
                "GNU parallel"*) ;;
                *) echo "GNU Parallel is not installed here; on Debian: apt-get install parallel" >&2; exit 69 ;;
            esac
            reports=\(ShellWord.literal(folder))
            mkdir -p "$reports"
            export PARALLEL_SHELL=/bin/sh
            seq \(shardCount) | parallel\(jobs) --joblog "$reports/joblog" "$@" \\
                \(ShellWord.literal(words.joined(separator: " "))) >>"$reports/run.log" 2>&1 || true
            exec \(mergeLine)

            """
    }
}
