internal import KKMixing

/// What `mix -v` tells before it renders: everything that was settled and perhaps not asked for.
enum Decisions {
    static func lines(of job: RenderJob, threadCount: Int) -> [String] {
        let plan = job.plan
        let session = plan.session
        let settings = job.format.settings.description
        let isConverted = plan.tracks.contains { $0.playedRate != plan.sampleRate }
        let dither =
            session.dither == .auto ? "tpdf where the output cannot hold the exact result" : session.dither.rawValue
        return [
            "mix: \(StreamDescription.rateText(plan.sampleRate)) Hz, \(plan.layout.name), "
                + (plan.isOpen ? "as many frames as come" : countText(plan.frameCount, "frame")),
            "encoding: \(job.format.container.rawValue) \(job.format.encoding.rawValue)\(settings.isEmpty ? "" : ", \(settings)")",
            "dither: \(dither), seed \(session.seed)",
            "resampler: \(session.resampler.rawValue)\(isConverted ? "" : ", not needed")",
            "threads: at most \(threadCount), slices of \(session.maximumFramesPerSlice) frames",
        ] + (plan.conversions.isEmpty ? ["nothing is converted, trimmed or scaled"] : plan.conversions)
    }
}
