internal import KKFiles

extension BatchScript {
    /// A script that is three: started by hand it submits itself and the merge; as a task of the array it runs its
    /// shard; as the job after it, it merges.
    ///
    /// The shard is written out, because a task of an array that is submitted again in part (`--array=3,7`) cannot know
    /// how many there were. Logs are opened by the script, because Slurm makes no folder for them, and loses a job
    /// whose log it cannot open.
    var slurmText: String {
        var head = [
            "#SBATCH --job-name=\(name)", "#SBATCH --array=1-\(shardCount)\(atOnce.map { "%\($0)" } ?? "")",
            "#SBATCH --requeue",
            "#SBATCH --open-mode=append", "#SBATCH --output=/dev/null", "#SBATCH --signal=B:TERM@60",
        ]
        if let processors { head.append("#SBATCH --cpus-per-task=\(processors)") }
        if let time { head.append("#SBATCH --time=\(time)") }
        let options = runOptions.map { ShellWord.literal($0) + " " }.joined()
        return """
            #!/bin/sh
            \(head.joined(separator: "\n"))
            #
            # \(ShellWord.comment(plan.text)): \(amount), a task of a job array each.
            # Start it from this folder, which every node has to see, as it has to see the jobs' files:
            #
            #   sh SCRIPT                     submits the array, and then the merge
            #   sh SCRIPT --wait              also waits: the status is that of the merge
            #   sh SCRIPT --partition=long    with options of sbatch for both
            #   sbatch --array=3,7 SCRIPT     runs shards 3 and 7 again
            #
            # A task that ends with status 75 should be run again: with RequeueExit=75 in slurm.conf Slurm does this.
            # The merge waits with afterany: once a task was requeued, afterok is never satisfied.
            set -eu

            plan=\(ShellWord.literal(plan))
            reports=\(ShellWord.literal(folder))
            mkdir -p "$reports"

            if [ "${1-}" = merge ]; then
                exec >"$reports/merge.log" 2>&1
                exec \(mergeLine)
            fi

            # kkmix takes the shell's place, so that Slurm's signals reach it.
            if [ -n "${SLURM_ARRAY_TASK_ID-}" ]; then
                exec >>"$reports/$SLURM_ARRAY_TASK_ID.log" 2>&1
                exec \(ShellWord.literal(program)) batch run "$plan" --shard "$SLURM_ARRAY_TASK_ID/\(shardCount)" --resume \\
                    \(options)--report "$reports/$SLURM_ARRAY_TASK_ID.${SLURM_RESTART_COUNT:-0}.json"
            fi

            wait=
            if [ "${1-}" = --wait ]; then wait=--wait; shift; fi
            array=$(sbatch --parsable "$@" "$0")
            array=${array%%;*}
            echo "submitted \(amount) as job $array; reports go to $reports"
            status=0
            sbatch $wait "$@" --job-name=\(name)-merge --array=0 --dependency="afterany:$array" "$0" merge || status=$?
            if [ -n "$wait" ]; then cat "$reports/merge.log"; fi
            exit "$status"

            """
    }
}
