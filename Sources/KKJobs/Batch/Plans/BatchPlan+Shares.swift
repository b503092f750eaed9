extension BatchPlan {
    /// The jobs of a shard, in their order. Every job is in one shard of a number of them; a shard may be empty.
    public func jobs(of shard: Shard) -> [Job] {
        zip(jobs, assignment(to: shard.count)).filter { $0.1 == shard.number }.map(\.0)
    }

    /// The shard of each job, from 1: longest jobs first, each to the shard with the least work so far, the first if
    /// equal (R. L. Graham, *Bounds on Multiprocessing Timing Anomalies*, 1969: at most a third longer than the
    /// optimum).
    public func assignment(to count: Int) -> [Int] {
        // No shard beyond the number of jobs gets one.
        var loads = [Int64](repeating: 0, count: max(1, min(count, jobs.count)))
        var shards = [Int](repeating: 1, count: jobs.count)
        let weights = jobs.map(\.weight)
        for index in jobs.indices.sorted(by: { (weights[$0], $1) > (weights[$1], $0) }) {
            var least = 0
            for shard in loads.indices where loads[shard] < loads[least] { least = shard }
            loads[least] += weights[index]
            shards[index] = least + 1
        }
        return shards
    }

    /// A number of shards so that each has enough work to be worth a start on another machine.
    ///
    /// - Parameter most: the maximum of the engine.
    public func usefulShardCount(most: Int) -> Int {
        let load = jobs.reduce(into: Int64(0)) { $0 = $0 &+ $1.weight }
        return max(1, min(most, jobs.count, Int(clamping: (load + Self.worthwhile - 1) / Self.worthwhile)))
    }

    /// In milliseconds of sound: two hours, read or written, which is about half a minute's work.
    private static let worthwhile: Int64 = 2 * 3600 * 1000
}

extension BatchPlan.Job {
    /// What a job costs, in milliseconds of sound: its output's length for each file that is read or written, and a
    /// little for being there at all.
    var weight: Int64 {
        guard sampleRate > 0 else { return Self.start }
        let files = Double(job.inputs.count + 1)
        return Self.start + Int64(min(1e15, (Double(frameCount) / sampleRate * 1000 * files).rounded(.up)))
    }

    private static let start: Int64 = 1000
}
