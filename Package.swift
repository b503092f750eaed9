// swift-tools-version:6.2
// The floor plan of kkmix: a target is a room, and depends on rooms that stand above it here alone. ARCHITECTURE.md says
// what each is for.

import PackageDescription

/// What the compiler is asked for in every room.
let rulesOfC: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The house rules: the same, and every pointer is marked; but for a room of C functions, which is nothing else.
let rules: [SwiftSetting] = [.strictMemorySafety()] + rulesOfC

/// The build of scripts/test: a debug build whose loops are fast. Everything that traps stays in it, assertions as
/// well, the tests take half the time, and tables of which a build for developers tries a part are tried whole
/// (WHOLE_TABLES).
let isForChecks = Context.environment["KKMIX_CHECKS"] != nil

/// The targets in whose loops the tests spend their time. To optimise the others costs more than it gives.
let loops: Set = [
    "KKPCM", "KKMath", "KKDSP", "KKCodecs", "KKConvert", "KKUnits", "KKAnalysis", "KKContainers", "KKFiles", "KKReport",
    "KKSession", "KKJobs", "CoreAudioCompat", "AVFAudioCompat",
    "KKTestSupport", "KKUnitCases", "KKFuzzTargets", "KKConvertTests", "KKAnalysisTests", "KKDSPTests",
]

func settings(_ name: String, _ rules: [SwiftSetting] = rules) -> [SwiftSetting] {
    guard isForChecks else { return rules }
    return rules + [.define("WHOLE_TABLES")]
        + (loops.contains(name) ? [.unsafeFlags(["-O", "-assert-config", "Debug"])] : [])
}

/// Where CLibraries loads a library the linker must not hear of it, as it would from pkg-config; the headers are where
/// the compiler looks anyway.
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

/// A program for Apple's frameworks: Swift 5, as they are written, and C.
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
        .library(name: "KKAudio", targets: ["KKAudio"]),
        .library(name: "KKMixing", targets: ["KKMixing"]),
        .library(name: "CoreAudioCompat", targets: ["CoreAudioCompat"]),
        .library(name: "AVFAudioCompat", targets: ["AVFAudioCompat"]),
    ],
    targets: [
        // 0  System libraries: a module map and a shim header each, no code of ours.
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

        // 0  Those libraries' functions, of which the first to be called loads the library.
        .target(
            name: "CLibraries",
            dependencies: [
                "CSndfile", "CMpg123", "CFLAC", "CVorbis", "COpus", "CWavPack", "CSamplerate", "CCrypto", "CYaml",
                "CZlib",
            ]),

        // 0  The loops that need instructions which not every processor has, in C.
        .target(name: "CLanes"),

        // 0  Which thread is this one, and for which does it work: for that Swift has no word without the system's.
        .target(name: "CThread"),

        // 1  The nouns, and arithmetic that gives the same bits everywhere.
        room("KKPCM"),
        room("KKMath"),

        // 2  Pure work on buffers, and packets made into buffers.
        room("KKDSP", "KKPCM", "KKMath", "CLanes"),
        room("KKCodecs", "KKPCM", "CLibraries", "CMpg123", "CFLAC", "CVorbis", "COpus", "CWavPack"),

        // 3  Sample formats, channels, rates.
        room("KKConvert", "KKPCM", "KKMath", "KKDSP", "KKCodecs", "CLanes", "CSamplerate"),

        // 4  Audio Units.
        room("KKUnits", "KKPCM", "KKMath", "KKDSP", "KKConvert", "CThread"),

        // 4  What ears and meters say of sound.
        room("KKAnalysis", "KKPCM", "KKMath", "KKDSP", "KKCodecs", "KKConvert", "CCrypto"),

        // 4  What is in files: bytes into descriptions and packets, and back.
        room("KKContainers", "KKPCM", "KKMath", "KKCodecs"),

        // 5  The graph, the queue, and files.
        room("KKGraph", "KKPCM", "KKMath", "KKUnits", "CThread"),
        room("KKQueue", "KKPCM", "KKMath", "KKDSP", "KKConvert", "KKUnits"),
        room(
            "KKFiles", "KKPCM", "KKMath", "KKDSP", "KKCodecs", "KKConvert", "KKContainers", "CLibraries", "CSndfile",
            "CMpg123"),

        // 5  What people look at.
        room("KKReport", "KKPCM", "KKMath", "KKCodecs", "KKAnalysis", "CZlib"),

        // 6  The umbrella for a Core Audio programmer: what `import KKAudio` gives.
        room(
            "KKAudio", "KKPCM", "KKMath", "KKDSP", "KKCodecs", "KKConvert", "KKUnits", "KKAnalysis", "KKGraph",
            "KKQueue", "KKFiles"),

        // 6  What is mixed.
        room("KKSession", "KKPCM", "KKMath", "KKConvert", "KKDSP", "KKUnits", "KKGraph", "KKFiles", "KKAnalysis"),

        // 7  What is done to many files.
        room(
            "KKJobs", "KKPCM", "KKMath", "KKConvert", "KKFiles", "KKAnalysis", "KKReport", "KKSession", "KKCodecs",
            "CYaml"),

        // 8  The umbrella for those who mix as kkmix does: what `import KKMixing` gives.
        room("KKMixing", "KKAudio", "KKSession", "KKJobs", "KKReport"),

        // 9  The command line.
        .executableTarget(name: "kkmix", dependencies: ["KKMixing"], swiftSettings: rules),

        // 7  Core Audio's C API over KKAudio, for those who ask for it: the headers, and the functions behind them.
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

        // Programs as users of the library write them, which are tests as well.
        example("io-patterns", "IOPatterns"),
        example("graph-mixer", "GraphMixer"),
        example("hosted-mixer", "HostedMixer"),
        example("bit-crusher", "BitCrusher"),
        example("stream-player", "StreamPlayer"),
        example("queue-player", "QueuePlayer"),

        // Specifications, a room each; what they share (array sources, seeded noise, fixtures' paths) has a room too.
        .target(
            name: "KKTestSupport", dependencies: ["KKPCM", "KKCodecs"], path: "Tests/KKTestSupport",
            swiftSettings: settings("KKTestSupport")),
        // Every unit at work: for the goldens, and for a program that renders one of them while its allocations are
        // counted.
        .target(
            name: "KKUnitCases", dependencies: ["KKUnits", "KKDSP", "KKPCM", "KKTestSupport"],
            path: "Tests/KKUnitCases", swiftSettings: settings("KKUnitCases")),
        .executableTarget(
            name: "unit-slices", dependencies: ["KKUnitCases", "KKUnits", "KKPCM"], path: "Tests/UnitSlices",
            swiftSettings: rules),
        // Jobs that are run in a folder of their own, within the process that tests them.
        .target(
            name: "KKJobSupport", dependencies: ["KKMixing", "KKTestSupport"], path: "Tests/KKJobSupport",
            swiftSettings: settings("KKJobSupport")),
        // Every parser, given whatever bytes there are: for the corpus, and for scripts/fuzz.
        .target(
            name: "KKFuzzTargets", dependencies: ["KKFiles", "KKContainers", "KKCodecs", "KKPCM"],
            path: "Tests/KKFuzzTargets",
            swiftSettings: settings("KKFuzzTargets")),
        tests("KKPCMTests", "KKPCM", "KKTestSupport"),
        tests("KKMathTests", "KKMath", "KKTestSupport"),
        tests("KKDSPTests", "KKDSP", "KKPCM", "KKMath", "KKTestSupport"),
        tests("KKCodecsTests", "KKCodecs", "KKConvert", "KKFiles", "KKPCM", "KKTestSupport"),
        tests("KKConvertTests", "KKConvert", "KKDSP", "KKCodecs", "KKPCM", "KKMath", "KKTestSupport"),
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
        // What programs for Apple's systems say in C and C++, and what comes of it here.
        .target(name: "CAppleSources", dependencies: ["CoreAudioCompat"], path: "Tests/CAppleSources"),
        // Apple's calls, one by one, and what becomes of each: the tables of docs/core-audio-calls.md and docs/avfaudio.md.
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

// The parsers under libFuzzer: a program that links with a sanitizer alone, so nobody but scripts/fuzz has it.
if Context.environment["KKMIX_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(name: "kkmix-fuzz", dependencies: ["KKFuzzTargets"], path: "Tests/Fuzz", swiftSettings: rules)
    )
}

// What other threads may do while one renders, under ThreadSanitizer: nobody but scripts/sanitize-threads has it.
if Context.environment["KKMIX_THREADS"] != nil {
    package.targets += [
        .target(name: "CThreadHooks", path: "Tests/CThreadHooks"),
        .executableTarget(
            name: "kkmix-threads", dependencies: ["KKAudio", "CoreAudioCompat", "AVFAudioCompat", "CThreadHooks"],
            path: "Tests/Threads", swiftSettings: rulesOfC),
    ]
}
