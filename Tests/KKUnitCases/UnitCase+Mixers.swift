import KKDSP
import KKPCM
import KKTestSupport
import KKUnits

extension UnitCase {
    static let mixers = [
        UnitCase(
            "multi-channel-mixer", .multiChannelMixer,
            words: "Stereo, mono, 5.1 and a bus that is off, mixed to stereo.",
            settings: [
                Setting(MultiChannelMixer.Parameter.volume, 0.7, .input, 0),
                Setting(MultiChannelMixer.Parameter.pan, 0.25, .input, 0),
                Setting(MultiChannelMixer.Parameter.volume, -0.3, .input, 1),
                Setting(MultiChannelMixer.Parameter.pan, -0.8, .input, 1),
                Setting(MultiChannelMixer.Parameter.volume, 0.45, .input, 2),
                Setting(MultiChannelMixer.Parameter.enable, 0, .input, 3),
                Setting(MultiChannelMixer.Parameter.volume, 0.9, .output, 0),
            ]
        ) { unit in
            try unit.setElementCount(4, scope: .input)
            try Stimulus.connect(unit, channels: [2, 1, 6, 2])
            try unit.setChannelLayout(.fiveOne, scope: .input, element: 2)
        },
        UnitCase(
            "stereo-panner", .stereoPanner, words: "Stereo, two thirds of the way to the left, with equal power.",
            settings: [Setting(StereoPanner.Parameter.pan, -0.66)]),
        UnitCase(
            "stereo-panner-mono", .stereoPanner, words: "Mono, to the right by the balance law.",
            settings: [Setting(StereoPanner.Parameter.pan, 0.4), Setting(StereoPanner.Parameter.law, 1)]
        ) { unit in
            try Stimulus.connect(unit, channels: [1])
        },
        UnitCase(
            "multi-channel-mixer-bytes", .multiChannelMixer,
            words: "Interleaved 16 bits and big-endian 24 bits, mixed to 8.24.",
            settings: [
                Setting(MultiChannelMixer.Parameter.volume, 0.5, .input, 0),
                Setting(MultiChannelMixer.Parameter.volume, 0.25, .input, 1),
            ]
        ) { unit in
            try Stimulus.connect(
                unit, bytes: .linearPCM(sampleRate: 44_100, channels: 2, bits: 16, flags: .isSignedInteger), bus: 0)
            try Stimulus.connect(
                unit,
                bytes: .linearPCM(
                    sampleRate: 44_100, channels: 2, bits: 24, flags: [.isSignedInteger, .isBigEndian]), bus: 1)
            try unit.setStreamFormat(.fixedPoint(sampleRate: 44_100, channels: 2), scope: .output)
        },
        UnitCase(
            "matrix-mixer", .matrixMixer,
            words: "Stereo and mono to two outputs of two channels; each channel of the outputs has other crosspoints.",
            settings: zip(0..., [0.5, 0.6, 0.75]).map { Setting(MatrixMixer.Parameter.volume, $1, .input, $0) }
                + zip(0..., [0.9, 0.7, 0.5, 0.3]).map { Setting(MatrixMixer.Parameter.volume, $1, .output, $0) }
                + [
                    crosspoint(0, 0, 0.8), crosspoint(1, 0, -0.2), crosspoint(2, 1, 0.6), crosspoint(0, 2, 0.3),
                    crosspoint(1, 2, 0.4),
                    crosspoint(2, 2, 0.5), crosspoint(1, 3, 1.25),
                    Setting(MatrixMixer.Parameter.volume, 0.95, .global, MatrixMixer.master),
                ],
            buses: [0, 1]
        ) { unit in
            for scope in [Scope.input, .output] { try unit.setElementCount(2, scope: scope) }
            try Stimulus.connect(unit, channels: [2, 1])
            for bus in 0..<2 { try unit.setStreamFormat(format(44_100, 2), scope: .output, element: bus) }
        },
        UnitCase(
            "spatial-mixer", .spatialMixer,
            words: "A source on the left, one behind the right ear of a spherical head, and a stereo bus, all as late.",
            settings: [
                Setting(SpatialMixer.Parameter.azimuth, -50, .input, 0),
                Setting(SpatialMixer.Parameter.elevation, 20, .input, 0),
                Setting(SpatialMixer.Parameter.gain, -3, .input, 0),
                Setting(SpatialMixer.Parameter.azimuth, 130, .input, 1),
                Setting(SpatialMixer.Parameter.distance, 2, .input, 1),
                Setting(SpatialMixer.Parameter.gain, -9, .input, 2),
                Setting(SpatialMixer.Parameter.enable, 0, .input, 3),
            ]
        ) { unit in
            try unit.setElementCount(4, scope: .input)
            try Stimulus.connect(unit, channels: [1, 1, 2, 1])
            try unit.setProperty(.spatializationAlgorithm, .sphericalHead, scope: .input, element: 1)
        },
        UnitCase(
            "spatial-mixer-around", .spatialMixer,
            words:
                "5.1: a source between the surrounds behind an obstacle, and one whose sound takes 12 ms to the left.",
            settings: [
                Setting(SpatialMixer.Parameter.azimuth, 150, .input, 0),
                Setting(SpatialMixer.Parameter.obstructionAttenuation, -12, .input, 0),
                Setting(SpatialMixer.Parameter.azimuth, -70, .input, 1),
                Setting(SpatialMixer.Parameter.distance, 4.1, .input, 1),
            ]
        ) { unit in
            try unit.setElementCount(2, scope: .input)
            try Stimulus.connect(unit, channels: [1, 1])
            try unit.setStreamFormat(format(44_100, 6), scope: .output)
            try unit.setChannelLayout(.fiveOne, scope: .output)
            for bus in 0..<2 {
                try unit.setProperty(.spatializationAlgorithm, .vectorBasedPanning, scope: .input, element: bus)
            }
            try unit.setProperty(.spatialMixerRenderingFlags, [.dopplerShift], scope: .input, element: 1)
        },
        UnitCase(
            "spatial-mixer-hrtf", .spatialMixer,
            words:
                "A source between the responses of a head for six directions, 40 frames of noise of the seeds 41 to 46 for each ear.",
            settings: [
                Setting(SpatialMixer.Parameter.azimuth, 65, .input, 0),
                Setting(SpatialMixer.Parameter.elevation, -15, .input, 0),
            ]
        ) { unit in
            try unit.setElementCount(1, scope: .input)
            try Stimulus.connect(unit, channels: [1])
            try unit.setProperty(.spatializationAlgorithm, .hrtf, scope: .input, element: 0)
            let directions: [(Double, Double)] = [(0, 0), (90, 0), (180, 0), (-90, 0), (0, 90), (0, -90)]
            let measurements = directions.enumerated().map { index, direction in
                let noise = SeededNumbers.noise(80, seed: UInt64(41 + index))
                return HeadResponses.Measurement(
                    azimuth: direction.0, elevation: direction.1, left: Array(noise[..<40]), right: Array(noise[40...]))
            }
            try cast(unit, SpatialMixer.self).setHeadResponses(HeadResponses(measurements, sampleRate: 44_100))
        },
    ]

    private static func crosspoint(_ input: Int, _ output: Int, _ level: Float) -> Setting {
        Setting(MatrixMixer.Parameter.volume, level, .global, MatrixMixer.crosspoint(input: input, output: output))
    }
}
