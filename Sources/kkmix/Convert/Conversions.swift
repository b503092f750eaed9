internal import KKMixing

/// The files of a plan, converted and told of one by one: what `convert` and `split` share.
extension Command {
    /// - Parameter info: whether they are only described.
    func convert(_ plan: ConversionPlan, describing info: Bool = false, _ voice: Voice) throws {
        let style = try given.progressStyle()
        let temporaryFiles = TemporaryFiles()
        ProcessSetup.removeOnSignal(temporaryFiles, json: common.json)
        var run = ConversionRun(plan, temporaryFiles: temporaryFiles)
        run.threadCount = try given.threadCount()
        run.extent = info ? .describe : given.has("--dry-run") ? .check : .write
        run.isOutputTerminal = Terminal.isOutputTerminal
        let line = ConvertProgress(style, common: common, fileCount: plan.items.count)
        run.progress = line.show
        if let album = try run.levelAlbum(), !common.quiet { voice.note(album.notice) }
        let teller = ConvertTeller(plan, common: common, voice: voice)
        let files = FileTeller(plan.items.map(\.input), json: common.json, voice: voice)
        run.run { index, result in
            line.finish(index, result)
            files.tell(index) {
                let report = try result.get()
                return info ? teller.describe(index, report.description) : teller.tell(report)
            }
        }
        teller.finish()
        try files.finish()
    }
}
