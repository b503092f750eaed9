import KKDSP
import KKPCM
import KKUnits

extension UnitCase {
    static let players = [
        UnitCase(
            "scheduled-sound-player", .scheduledSoundPlayer,
            words: "From frame 50 on: 200 frames of bus 0's stimulus after 30 frames, 100 of bus 1's behind them, "
                + "and 90 of bus 2's from frame 500 on, over and over."
        ) { unit in
            try unit.setStreamFormat(format(44_100, 2), scope: .output)
        } schedule: { unit in
            let player = try cast(unit, ScheduledSoundPlayer.self)
            let slices: [(frames: Int, start: Int64?, flags: ScheduledAudioSlice.Flags)] = [
                (200, 30, []), (100, nil, []), (90, 500, .loop),
            ]
            for (bus, slice) in slices.enumerated() {
                let buffer = ScheduledAudioBuffer(Stimulus.buffer(2, bus: bus, frameCount: slice.frames))
                try player.scheduleSlice(ScheduledAudioSlice(buffer, startTime: slice.start, flags: slice.flags))
            }
            try player.scheduleStartTime(50)
        },
        UnitCase(
            "file-player", .filePlayer,
            words:
                "300 frames of bus 0's stimulus from frame 40 on, with fades of 100 and 150 frames, and bus 1's from frame 500 on."
        ) { unit in
            try unit.setStreamFormat(format(44_100, 2), scope: .output)
        } schedule: { unit in
            let player = try cast(unit, FilePlayer.self)
            try player.schedule(
                ScheduledSource(
                    StimulusSource(2, bus: 0, frameCount: Stimulus.longest), startTime: 40, frameLimit: 300,
                    fadeIn: .init(length: 100, curve: .sCurve), fadeOut: .init(length: 150, curve: .exponential)))
            try player.schedule(
                ScheduledSource(StimulusSource(2, bus: 1, frameCount: Stimulus.longest), startTime: 500))
        },
        UnitCase(
            "file-player-region", .filePlayer,
            words:
                "From frame 60 on, frames 100 … 349 of bus 0's stimulus in mono at 32000 Hz, over and over, quality high.",
            isExactEverywhere: false
        ) { unit in
            try unit.setStreamFormat(format(44_100, 2), scope: .output)
        } schedule: { unit in
            let player = try cast(unit, FilePlayer.self)
            let file = StimulusSource(1, bus: 0, rate: 32_000, frameCount: 500)
            try player.setScheduledFiles([file])
            // So often that no render comes to the end.
            let region = ScheduledAudioFileRegion(
                file, startTime: 60, startFrame: 100, framesToPlay: 250, loopCount: 2000)
            try player.scheduleRegion(region)
            try player.scheduleStartTime(0)
        },
        UnitCase(
            "audio-player", .audioPlayer,
            words:
                "Frames 100 … 599 of bus 0's stimulus in mono at 32000 Hz and then all 600 over and over, quality high, at rate 1.25, from 1 ms on, a quarter to the right, fading to 0.5 in 10 ms.",
            isExactEverywhere: false
        ) { unit in
            try unit.setStreamFormat(format(44_100, 2), scope: .output)
            let player = try cast(unit, AudioPlayer.self)
            try player.setSource(StimulusSource(1, bus: 0, rate: 32_000, frameCount: 600))
            player.enableRate = true
        } schedule: { unit in
            let player = try cast(unit, AudioPlayer.self)
            player.numberOfLoops = -1
            player.rate = 1.25
            player.pan = 0.25
            player.currentTime = 0.003125
            player.setVolume(0.5, fadeDuration: 0.01)
            player.play(atTime: 0.001)
        },
    ]
}
