// swift-tools-version:6.2
// The modules of kkmix: each depends only on modules that come before it here. ARCHITECTURE.md says what each is for.

import PackageDescription

/// The compiler settings of every module.
let rulesOfC: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The same, and every use of a pointer must be marked. Modules that only pass on C functions do without.
let rules: [SwiftSetting] = [.strictMemorySafety()] + rulesOfC

/// The build of scripts/test: a debug build with fast loops. It keeps every trap and assertion, its tests take half the
/// time, and it tests whole tables of which a developer's build tests a part (WHOLE_TABLES).
let isForChecks = Context.environment["KKMIX_CHECKS"] != nil

/// The targets in which the tests spend their time. To optimise the others would cost more time than it saves.
let loops: Set = [
    "KKPCM", "KKMath", "KKDSP", "KKCodecs", "KKConvert", "KKUnits", "KKAnalysis", "KKContainers", "KKFiles", "KKReport",
    "KKSession", "KKJobs", "CoreAudioCompat", "AVFAudioCompat",
    "KKTestSupport", "KKUnitCases", "KKFuzzTargets", "KKConvertTests", "KKAnalysisTests", "KKDSPTests",
]

/// To optimise a module as a whole takes two thirds of the time that its files take one by one.
let wholeModules = ["-O", "-wmo", "-num-threads", "2", "-disable-batch-mode"]

func settings(_ name: String, _ rules: [SwiftSetting] = rules) -> [SwiftSetting] {
    guard isForChecks else { return rules }
    return rules + [.define("WHOLE_TABLES")]
        + (loops.contains(name) ? [.unsafeFlags(wholeModules + ["-assert-config", "Debug"])] : [])
}

/// On Linux, CLibraries loads the library, so the linker must not get it from pkg-config; the compiler finds the headers
/// anyway.
func library(_ name: String, _ package: String, apt: String, brew: String) -> Target {
    #if os(Linux)
    .systemLibrary(name: name, providers: [.apt([apt])])
    #else
    .systemLibrary(name: name, pkgConfig: package, providers: [.brew([brew])])
    #endif
}

func room(_ name: String, _ below: Target.Dependency..., by rules: [SwiftSetting] = rules) -> Target {
    .target(name: name, dependencies: below, swiftSettings: settings(name, rules))
}

func example(_ name: String, _ folder: String) -> Target {
    .executableTarget(name: name, dependencies: ["KKAudio"], path: "Examples/\(folder)", swiftSettings: rules)
}

/// A program written for Apple's frameworks, in Swift 5 and C.
func appleExample(_ name: String, _ folder: String, c settings: [CSetting] = []) -> Target {
    .executableTarget(
        name: name, dependencies: ["CoreAudioCompat"], path: "Examples/apple/\(folder)", cSettings: settings,
        swiftSettings: [.swiftLanguageMode(.v5)])
}

func tests(_ name: String, _ below: Target.Dependency...) -> Target {
    .testTarget(name: name, dependencies: below, swiftSettings: settings(name))
}

let package = Package(
    name: "kkmix",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "kkmix", targets: ["kkmix"]),
        .executable(name: "kkmix-plugin-host", targets: ["kkmix-plugin-host"]),
        .library(name: "KKAudio", targets: ["KKAudio"]),
        .library(name: "KKMixing", targets: ["KKMixing"]),
        .library(name: "CoreAudioCompat", targets: ["CoreAudioCompat"]),
        .library(name: "AVFAudioCompat", targets: ["AVFAudioCompat"]),
    ],
    targets: [
        // 0  System libraries: a module map and a shim header each, without code.
        library("CSndfile", "sndfile", apt: "libsndfile1-dev", brew: "libsndfile"),
        library("CMpg123", "libmpg123", apt: "libmpg123-dev", brew: "mpg123"),
        library("CFLAC", "flac", apt: "libflac-dev", brew: "flac"),
        library("CVorbis", "vorbisenc", apt: "libvorbis-dev", brew: "libvorbis"),
        library("COpus", "opus", apt: "libopus-dev", brew: "opus"),
        library("CWavPack", "wavpack", apt: "libwavpack-dev", brew: "wavpack"),
        library("CSamplerate", "samplerate", apt: "libsamplerate0-dev", brew: "libsamplerate"),
        library("CCrypto", "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
        library("CYaml", "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
        library("CZlib", "zlib", apt: "zlib1g-dev", brew: "zlib"),

        // 0  The functions of these libraries; the first call loads the library.
        .target(
            name: "CLibraries",
            dependencies: [
                "CSndfile", "CMpg123", "CFLAC", "CVorbis", "COpus", "CWavPack", "CSamplerate", "CCrypto", "CYaml",
                "CZlib",
            ]),

        // 0  Loops in C for instructions that not every processor has.
        .target(name: "CLanes"),

        // 0  Which thread this is and for which it works: Swift alone cannot tell.
        .target(name: "CThread"),

        // 1  Basic types, and arithmetic that gives the same bits everywhere.
        room("KKPCM"),
        room("KKMath"),

        // 2  Work on buffers, and packets to buffers.
        room("KKDSP", "KKPCM", "KKMath", "CLanes"),
        room("KKCodecs", "KKPCM", "CLibraries", "CMpg123", "CFLAC", "CVorbis", "COpus", "CWavPack"),

        // 3  Sample formats, channels, rates.
        room("KKConvert", "KKPCM", "KKMath", "KKDSP", "KKCodecs", "CLanes", "CSamplerate"),

        // 4  Audio Units.
        room("KKUnits", "KKPCM", "KKMath", "KKDSP", "KKConvert", "CThread"),

        // 4  Meters and comparisons.
        room("KKAnalysis", "KKPCM", "KKMath", "KKDSP", "KKCodecs", "KKConvert", "CCrypto"),

        // 4  File formats: bytes to descriptions and packets, and back.
        room("KKContainers", "KKPCM", "KKMath", "KKCodecs"),

        // 5  The graph, the queue, and files.
        room("KKGraph", "KKPCM", "KKMath", "KKDSP", "KKUnits", "CThread"),
        room("KKQueue", "KKPCM", "KKMath", "KKDSP", "KKConvert", "KKUnits"),
        room(
            "KKFiles", "KKPCM", "KKMath", "KKDSP", "KKCodecs", "KKConvert", "KKContainers", "CLibraries", "CSndfile",
            "CMpg123"),

        // 5  Reports and pictures.
        room("KKReport", "KKPCM", "KKMath", "KKCodecs", "KKAnalysis", "CZlib"),

        // 6  `import KKAudio`: one import for Core Audio programmers.
        room(
            "KKAudio", "KKPCM", "KKMath", "KKDSP", "KKCodecs", "KKConvert", "KKUnits", "KKAnalysis", "KKGraph",
            "KKQueue", "KKFiles"),

        // 6  What is mixed.
        room("KKSession", "KKPCM", "KKMath", "KKConvert", "KKDSP", "KKUnits", "KKGraph", "KKFiles", "KKAnalysis"),

        // 7  Work on many files.
        room(
            "KKJobs", "KKPCM", "KKMath", "KKConvert", "KKFiles", "KKAnalysis", "KKReport", "KKUnits", "KKSession",
            "KKCodecs",
            "CYaml"),

        // 8  `import KKMixing`: one import for programs that mix as kkmix does.
        room("KKMixing", "KKAudio", "KKSession", "KKJobs", "KKReport"),

        // 0  A program in which a plug-in plays, started by KKFiles.
        .executableTarget(
            name: "kkmix-plugin-host",
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),

        // 9  The command line.
        .executableTarget(name: "kkmix", dependencies: ["KKMixing"], swiftSettings: rules),

        // 7  Core Audio's C API over KKAudio: the headers, and the functions behind them.
        .target(name: "CCoreAudio"),
        room("CoreAudioCompat", "CCoreAudio", "KKAudio", by: rulesOfC),
        appleExample("apple-graph-mixer", "GraphMixer"),
        appleExample("apple-hosted-mixer", "HostedMixer"),
        appleExample("apple-tone-generator", "ToneGenerator"),
        appleExample("apple-stream-player", "StreamPlayer"),
        appleExample("apple-convert-file", "ConvertFile"),
        appleExample("apple-queue-bounce", "QueueBounce"),
        appleExample("apple-transcode", "Transcoder"),
        appleExample("apple-pod-mixer", "PodMixer", c: [.define("CA_PREFER_FIXED_POINT", to: "1")]),

        // 8  AVFAudio's classes over the same.
        room("AVFAudioCompat", "CoreAudioCompat", "CCoreAudio", "KKAudio", by: rulesOfC),
        .executableTarget(
            name: "apple-audio-tool", dependencies: ["AVFAudioCompat"], path: "Examples/apple/AudioTool",
            swiftSettings: [.swiftLanguageMode(.v5)]),

        // Programs as users of the library write them; they are tests, too.
        example("io-patterns", "IOPatterns"),
        example("graph-mixer", "GraphMixer"),
        example("hosted-mixer", "HostedMixer"),
        example("bit-crusher", "BitCrusher"),
        example("stream-player", "StreamPlayer"),
        example("queue-player", "QueuePlayer"),

        // Tests, a target for each module, and what they share (array sources, seeded noise, fixtures' paths).
        .target(
            name: "KKTestSupport", dependencies: ["KKPCM", "KKCodecs"], path: "Tests/KKTestSupport",
            swiftSettings: settings("KKTestSupport")),
        // Every unit at work: for the goldens, and for a program that renders one of them while its allocations are
        // counted.
        .target(
            name: "KKUnitCases", dependencies: ["KKUnits", "KKDSP", "KKPCM", "KKTestSupport"],
            path: "Tests/KKUnitCases", swiftSettings: settings("KKUnitCases")),
        .executableTarget(
            name: "unit-slices", dependencies: ["KKUnitCases", "KKUnits", "KKConvert", "KKPCM"],
            path: "Tests/UnitSlices",
            swiftSettings: rules),
        // Jobs that run in their own folder, in the process of the test.
        .target(
            name: "KKJobSupport", dependencies: ["KKMixing", "KKTestSupport"], path: "Tests/KKJobSupport",
            swiftSettings: settings("KKJobSupport")),
        // Every parser, for any bytes: for the corpus, and for scripts/fuzz.
        .target(
            name: "KKFuzzTargets", dependencies: ["KKFiles", "KKContainers", "KKCodecs", "KKPCM"],
            path: "Tests/KKFuzzTargets",
            swiftSettings: settings("KKFuzzTargets")),
        tests("KKPCMTests", "KKPCM", "KKTestSupport"),
        tests("KKMathTests", "KKMath", "KKTestSupport"),
        tests("KKDSPTests", "KKDSP", "KKPCM", "KKMath", "KKTestSupport"),
        tests("KKCodecsTests", "KKCodecs", "KKConvert", "KKFiles", "KKPCM", "KKTestSupport"),
        tests("KKConvertTests", "KKConvert", "KKDSP", "KKCodecs", "KKPCM", "KKMath", "CLanes", "KKTestSupport"),
        tests("KKUnitsTests", "KKUnits", "KKPCM", "KKMath", "KKDSP", "KKConvert", "KKUnitCases", "KKTestSupport"),
        tests("KKAnalysisTests", "KKAnalysis", "KKConvert", "KKDSP", "KKMath", "KKPCM", "KKTestSupport"),
        tests("KKReportTests", "KKReport", "KKAnalysis", "KKMath", "KKPCM", "KKTestSupport"),
        tests("KKQueueTests", "KKQueue", "KKUnits", "KKConvert", "KKCodecs", "KKMath", "KKPCM", "KKTestSupport"),
        tests(
            "KKGraphTests", "KKGraph", "KKFiles", "KKUnits", "KKUnitCases", "KKConvert", "KKMath", "KKPCM",
            "KKTestSupport"),
        tests(
            "KKFilesTests", "KKFiles", "KKContainers", "KKCodecs", "KKConvert", "KKPCM", "KKFuzzTargets",
            "KKTestSupport"),
        tests("KKSessionTests", "KKMixing", "KKJobSupport", "KKTestSupport"),
        tests("KKJobsTests", "KKMixing", "KKJobSupport", "KKTestSupport"),
        // Programs for Apple's systems in C and C++, and their results here.
        .target(name: "CAppleSources", dependencies: ["CoreAudioCompat"], path: "Tests/CAppleSources"),
        // Apple's calls and what each does here: the tables of docs/core-audio-calls.md and docs/avfaudio.md.
        .target(
            name: "KKCallTables", path: "Tests/KKCallTables", swiftSettings: settings("KKCallTables", rulesOfC)),
        .testTarget(
            name: "CoreAudioCompatTests",
            dependencies: ["CoreAudioCompat", "CAppleSources", "KKCallTables", "KKTestSupport"],
            swiftSettings: settings("CoreAudioCompatTests", rulesOfC)),
        .testTarget(
            name: "AVFAudioCompatTests", dependencies: ["AVFAudioCompat", "KKCallTables", "KKTestSupport"],
            swiftSettings: settings("AVFAudioCompatTests", rulesOfC)),
        tests("kkmixTests", "KKTestSupport", "kkmix"),
    ],
    swiftLanguageModes: [.v6]
)

// The parsers under libFuzzer: it links only with a sanitizer, so only scripts/fuzz builds it.
if Context.environment["KKMIX_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(name: "kkmix-fuzz", dependencies: ["KKFuzzTargets"], path: "Tests/Fuzz", swiftSettings: rules)
    )
}

// What other threads may do during a render, under ThreadSanitizer: only scripts/sanitize-threads builds it.
if Context.environment["KKMIX_THREADS"] != nil {
    package.targets += [
        .target(name: "CThreadHooks", path: "Tests/CThreadHooks"),
        .executableTarget(
            name: "kkmix-threads", dependencies: ["KKAudio", "CoreAudioCompat", "AVFAudioCompat", "CThreadHooks"],
            path: "Tests/Threads", swiftSettings: rulesOfC),
    ]
}
