#!/usr/bin/env python3
"""A synthesiser of a few lines: synth.py OUT.wav NOTE… plays notes (MIDI numbers) one after another, in stereo."""
import math
import struct
import sys
import wave

RATE = 44100
LEVEL = 0.4
STEP = int(0.15 * RATE)  # frames from one note to the next
RELEASE = int(0.10 * RATE)  # frames that a note sounds on


def envelope(frame):
    attack = min(1.0, frame / 220)
    return attack if frame < STEP else attack * max(0.0, 1 - (frame - STEP) / RELEASE)


def render(notes):
    length = STEP * len(notes) + RELEASE
    left, right = [0.0] * length, [0.0] * length
    for number, note in enumerate(notes):
        start = number * STEP
        frequency = 440 * 2 ** ((note - 69) / 12)
        pan = number / max(1, len(notes) - 1)
        for frame in range(STEP + RELEASE):
            phase = 2 * math.pi * frequency * frame / RATE
            sample = LEVEL * envelope(frame) * (math.sin(phase) + 0.3 * math.sin(2 * phase))
            left[start + frame] += sample * math.cos(pan * math.pi / 2)
            right[start + frame] += sample * math.sin(pan * math.pi / 2)
    return left, right


def write(path, left, right):
    pairs = [round(max(-1.0, min(1.0, x)) * 32767) for pair in zip(left, right) for x in pair]
    with wave.open(path, "wb") as out:
        out.setnchannels(2)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(struct.pack(f"<{len(pairs)}h", *pairs))


if __name__ == "__main__":
    write(sys.argv[1], *render([int(word) for word in sys.argv[2:]]))
