import KKMixing
import KKTestSupport
import Testing

/// Every container keeps its channels' order through to every other container.
@Suite struct ChannelOrderTests {
    /// Without those that state no layout, and the wide 7.1, which FLAC has no place for.
    static let inputs = FixtureRow.all.filter {
        $0.name.hasPrefix("channels-") && $0.recipe.hasPrefix("speaker n (FL FR FC LFE BL BR SL SR")
            && $0.recipe.contains("holds the constant")
    }

    @Test(arguments: inputs, ["wav", "rf64", "w64", "caf", "aiff", "aifc", "flac"])
    func `a channel is the same speaker on both sides`(input: FixtureRow, container: String) throws {
        let folder = try ScratchFolder()
        let output = OutputSpec(path: folder.path("out.\(container)"))
        let job = try RenderJob(
            Session(tracks: [TrackSpec(path: input.path)]), output: output,
            environment: .init(temporaryFiles: TemporaryFiles()))
        _ = try job.run()
        let reader = try AudioFileReader(path: output.path)
        let expected = try AudioFileReader(path: input.path)
        #expect(reader.fileLayout == expected.fileLayout)
        #expect(try reader.readAll() == expected.readAll())
    }
}
