import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

/// Layouts that a format has no order for were written as other speakers, without a word: the LFE channel of 2.1 became
/// the center of Vorbis.
@Suite struct UnnameableLayoutTests {
    let jobs = try! JobFolder()

    init() throws {
        try jobs.float32("in.wav", (0..<64).map { _ in [0.25, 0.5] }, rate: 48_000)
    }

    private func refusal(_ layout: ChannelLayout, _ output: String) throws -> SessionFailure? {
        do {
            _ = try jobs.job(["in.wav"], to: output) { $0.layout = layout }
            return nil
        } catch let error as AudioFileError {
            return SessionFailure(isUsage: error.kind == .usage, problem: error.problem, nextStep: error.nextStep ?? "")
        }
    }

    private struct SessionFailure {
        var isUsage: Bool
        var problem: String
        var nextStep: String
    }

    private static let l = ChannelLabel.left, r = ChannelLabel.right, c = ChannelLabel.center, lfe = ChannelLabel.lfe
    private static let ls = ChannelLabel.leftSurround, rs = ChannelLabel.rightSurround, cs = ChannelLabel.centerSurround
    /// And the smallest layout that has all of their channels.
    static let named: [(labels: [ChannelLabel], wider: String)] = [
        ([l, r, lfe], "5.1"), ([l, r, cs], "6.1"), ([l, r, c, lfe], "5.1"), ([l, r, c, cs], "6.1"),
        ([l, r, lfe, ls, rs], "5.1"),
        ([l, r, c, ls, rs, cs], "6.1"), ([c, lfe], "5.1"), ([ls, rs], "quad"),
    ]

    @Test(arguments: named, ["opus", "ogg", "flac"])
    func `a layout that the codec cannot name is refused before anything is rendered, with one that has its channels`(
        layout: (labels: [ChannelLabel], wider: String), format: String
    ) throws {
        let names = layout.labels.map(\.description).joined(separator: " ")
        let error = try #require(try refusal(ChannelLayout(layout.labels), "out.\(format)"))
        #expect(
            error.isUsage && error.problem.contains("cannot store the channels \(names); it can hold mono, stereo,"),
            "\(error)")
        #expect(error.nextStep.hasPrefix("-c \(layout.wider) keeps every channel"), "\(error)")
        // And it does: each channel goes to one of its own, at full level.
        let wider = try ChannelLayout(parsing: layout.wider)
        let matrix = ChannelMatrix.mixing(ChannelLayout(layout.labels), to: wider)
        for (input, label) in layout.labels.enumerated() {
            let gains = wider.labels.indices.map { matrix[output: $0, input: input] }
            #expect(gains == wider.labels.map { $0 == label ? 1 : 0 })
        }
        #expect(try refusal(wider, "out.\(format)") == nil)
        #expect(try refusal(ChannelLayout(layout.labels), "out.caf") == nil)
    }

    @Test(arguments: ["m4a", "opus", "flac", "mp3"])
    func `a layout that a next step names can be given`(format: String) throws {
        for labels in Self.named.map(\.labels) + [[Self.l, Self.r, Self.c, Self.cs]] {
            guard let error = try refusal(ChannelLayout(labels), "out.\(format)"), error.nextStep.contains("-c ") else {
                continue
            }
            let word = try #require(error.nextStep.split(separator: "-c ").last?.split(separator: " ").first)
            let layout = try ChannelLayout(parsing: word.hasSuffix(",") ? String(word.dropLast()) : String(word))
            #expect(try refusal(layout, "out.\(format)") == nil, "\(error)")
        }
        #expect(try ChannelLayout(parsing: "L,R,c,LFE").labels == [Self.l, Self.r, Self.c, Self.lfe])
        for slip in ["L,L", "L,x", "L", "L,"] {
            #expect(throws: SessionError.self) { try ChannelLayout(parsing: slip) }
        }
    }

    @Test func `a layout that no layout of the codec has room for is sent to one that it can be mixed to`() throws {
        let wide = ChannelLayout([Self.l, Self.r, Self.c, Self.lfe, Self.ls, Self.rs, .leftCenter, .rightCenter])
        let error = try #require(try refusal(wide, "out.opus"))
        #expect(error.nextStep.hasPrefix("mix them into one of these, for example with -c 7.1"), "\(error)")
        let pair = try #require(try refusal(ChannelLayout([Self.ls, Self.rs]), "out.mp3"))
        #expect(pair.problem.contains("it can hold mono, stereo") && pair.nextStep.contains("-c stereo"), "\(pair)")
    }

    @Test(arguments: 3...8)
    func `channels without names are refused by Opus and Vorbis, and keep their order in FLAC, with a notice`(
        count: Int
    ) throws {
        for format in ["opus", "ogg"] {
            let error = try #require(try refusal(.discrete(count), "out.\(format)"))
            let usual = ChannelLayout.standard(count)
            #expect(
                error.isUsage
                    && error.nextStep.hasPrefix("name them: -c \(usual.name) takes them in the order"),
                "\(error)")
            #expect(ChannelMatrix.mixing(.discrete(count), to: usual).isIdentity)
            #expect(try refusal(usual, "out.\(format)") == nil)
        }
        let frame: [Float] = (0..<count).map { Float($0 + 1) / 16 }
        try jobs.float32("many.wav", Array(repeating: frame, count: 64), rate: 48_000)
        let job = try jobs.job(["many.wav"], to: "out.flac") { $0.layout = .discrete(count) }
        #expect(
            job.plan.notices.contains { $0.contains("FLAC assigns every channel to a speaker: these \(count)") },
            "\(job.plan.notices)")
        _ = try job.run()
        #expect(try jobs.decoded("out.flac").map { $0[1] } == frame)
        #expect(try jobs.job(["many.wav"], to: "out.caf") { $0.layout = .discrete(count) }.plan.notices == [])
    }

    @Test(arguments: 1...2) func `one and two channels without names are heard as mono and stereo`(count: Int) throws {
        for format in ["opus", "ogg", "flac", "mp3"] { #expect(try refusal(.discrete(count), "out.\(format)") == nil) }
    }

    @Test func `containers that lose names say so, and those that keep them say nothing`() throws {
        let notices = { (labels: [ChannelLabel], output: String) in
            try jobs.job(["in.wav"], to: output) { $0.layout = ChannelLayout(labels) }.plan.notices
        }
        let low = [Self.l, Self.r, Self.lfe]
        for output in ["out.wav", "out.w64", "out.rf64", "out.caf", "out.aiff", "out.aifc"] {
            #expect(try notices(low, output) == [])
        }
        #expect(
            try notices(low, "out.au").first?.contains(
                "AU has no names for channels: L R LFE are written in this order") == true)
        #expect(try notices(ChannelLayout.fiveOne.labels, "out.au") == [])
        let heights = [Self.l, Self.r, ChannelLabel(rawValue: 35), ChannelLabel(rawValue: 36)]
        #expect(try notices(heights, "out.wav").first?.contains("without names; CAF keeps them") == true)
        #expect(try notices(heights, "out.caf") == [])
        let sides = [Self.l, Self.r, Self.c, Self.lfe, .leftSurroundDirect, .rightSurroundDirect]
        for output in ["out.caf", "out.aiff", "out.flac", "out.opus", "out.ogg"] {
            #expect(
                try notices(sides, output).contains {
                    $0.hasSuffix("is written with one pair of surrounds: 5.1 (side) becomes 5.1")
                }, "\(output)")
        }
        #expect(try notices(sides, "out.wav") == [])
    }
}
