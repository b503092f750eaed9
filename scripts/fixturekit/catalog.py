"""What stands in fixtures/, one entry a file. README.md is printed from here; the compressed formats stand in codecs.py."""

import os
import struct
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Callable, Optional

from . import codecs
from . import containers as box
from . import signals as sig
from .samples import pack, quantize
from .signals import FULL


@dataclass
class Entry:
    """A fixture. `build` gives its bytes, or the name of another fixture and what to do with that: a length to cut it to, or
    a function of its bytes. Without it, `command` encodes `source` (a WAV that is made on the way)."""
    name: str
    what: str
    recipe: str
    frames: Optional[int] = None        # None: no audio, or read from the encoded file
    rate: Optional[int] = None
    channels: Optional[int] = None
    build: Optional[Callable[[], bytes]] = None
    source: Optional[Callable[[], bytes]] = None
    command: list = field(default_factory=list)
    audio: Optional[tuple] = None       # (s16|s24, interleaved bytes): a lossless file's sound, to the bit
    slack: int = 1152                   # how many frames ffmpeg's length may be apart: one of MPEG's packets
    same: bool = False                  # a fresh encode has the same samples, to the bit
    amend: Optional[Callable[[bytes], bytes]] = None    # what is changed in the encoder's bytes
    exact: bool = True                  # False: an encoder made it, the checked-in file is the fixture


TONE, SHORT = 6615, 480      # 0.15 s at 44.1 kHz, 10 ms at 48 kHz


@lru_cache(maxsize=None)
def tone(rate=44100, frames=TONE, amplitude=FULL // 2):
    return [sig.sine(997000, rate, frames, amplitude), sig.sine(1499000, rate, frames, amplitude)]


@lru_cache(maxsize=None)
def music(rate=44100, frames=44223, seed=1):
    return sig.music(rate, frames, seed)


@lru_cache(maxsize=None)
def speech(rate=22050, frames=20000, seed=1):
    return sig.speech(rate, frames, seed)


# Speakers have numbers, in the order of a WAV mask: 1 FL, 2 FR, 3 FC, 4 LFE, 5 BL, 6 BR, 7 SL, 8 SR.
TONES = {1: 300, 2: 500, 3: 700, 4: 60, 5: 1100, 6: 1300, 7: 1700, 8: 1900}


def speakers(order):
    return [sig.constant(number * FULL // 16, SHORT) for number in order]


@lru_cache(maxsize=None)
def speaker_tones(count, rate=48000):
    return [sig.sine(TONES[n] * 1000, rate, rate // 4, FULL // 4) for n in range(1, count + 1)]


def wav_of(channels, encoding, rate, **more):
    return box.wav(pack(channels, encoding, more.get("order") == ">", more.get("valid")), encoding, rate, len(channels), **more)


def entries():
    out = []

    def add(name, what, recipe, channels, rate, build, frames=None):
        out.append(Entry(name, what, recipe, len(channels[0]) if frames is None else frames, rate, len(channels), build))

    def text(name, what, recipe, data):
        out.append(Entry(name, what, recipe, build=lambda: data))

    basics(add)
    family(add)
    identification(out, add)
    odd(add)
    material(out, add)
    wavpack(out)
    out += codecs.entries(Entry)
    damaged(out, text)
    return out


def basics(add):
    stereo = "sine 997 Hz left, 1499 Hz right, amplitude 1/2"
    mono = "sine 997 Hz, amplitude 1/2"

    def wav(name, what, recipe, channels, encoding, rate=44100, **more):
        add(name, what, recipe, channels, rate, lambda: wav_of(channels, encoding, rate, **more))

    wav("tone-s16-mono.wav", "16-bit integers, one channel", mono, tone()[:1], "s16")
    wav("tone-s16.wav", "16-bit integers", stereo, tone(), "s16")
    wav("tone-s16-48k.wav", "16-bit integers at 48 kHz", stereo, tone(48000, 7200), "s16", 48000)
    wav("tone-s24.wav", "24-bit integers", stereo, tone(), "s24")
    wav("tone-s32.wav", "32-bit integers", stereo, tone(), "s32")
    wav("tone-f32.wav", "32-bit float", stereo, tone(), "f32")
    wav("tone-f64.wav", "64-bit float", mono, tone()[:1], "f64")
    wav("tone-u8.wav", "unsigned 8-bit integers", stereo, tone(), "u8")
    wav("tone-ulaw.wav", "µ-law", stereo, tone(), "ulaw")
    wav("tone-alaw.wav", "A-law", stereo, tone(), "alaw")
    wav("tone-s12.wav", "extensible, 12 valid bits in 16", stereo, tone(), "s16", valid=12, mask=3)
    wav("tone-s20.wav", "extensible, 20 valid bits in 24", stereo, tone(), "s24", valid=20, mask=3)
    hot = tone(44100, TONE, FULL * 5 // 2)
    wav("hot-f32.wav", "float, peaks at 2.5 of full scale (+7.96 dBFS)", "sine 997 Hz left, 1499 Hz right, amplitude 5/2", hot, "f32")
    impulse = sig.constant(0, 1000)
    impulse[100] = FULL - 1
    wav("impulse-s16.wav", "an impulse of 32767 at frame 100", "zeros but for one frame", [impulse], "s16")
    one = sig.constant(0, 1000)
    one[100] = FULL
    wav("impulse-f32.wav", "an impulse of 1.0 at frame 100", "zeros but for one frame", [one], "f32")
    ramp = [(n - 32768) << 16 for n in range(65536)]
    wav("ramp-s16.wav", "every 16-bit code once, upwards", "frame n holds n − 32768", [ramp], "s16")
    wav("silence-s16.wav", "digital silence", "zeros", [sig.constant(0, TONE)] * 2, "s16")
    noises = [sig.noise(11, TONE), sig.noise(12, TONE)]
    wav("noise-s16.wav", "white noise, ±1/2", "SplitMix64, seeds 11 and 12", noises, "s16")
    wav("noise-f32.wav", "white noise, ±1/2", "SplitMix64, seeds 11 and 12", noises, "f32")


def family(add):
    recipe = "the sound of tone-s16.wav"
    s16, s16_big = lambda: pack(tone(), "s16"), lambda: pack(tone(), "s16", True)

    def entry(name, what, build, recipe=recipe):
        add(name, what, recipe, tone(), 44100, build)

    entry("tone-rifx.wav", "RIFX: big-endian WAV", lambda: wav_of(tone(), "s16", 44100, order=">"))
    entry("tone-rf64.wav", "RF64 (EBU Tech 3306)", lambda: box.rf64(s16(), "s16", 44100, 2))
    entry("tone-bw64.wav", "BW64 (ITU-R BS.2088)", lambda: box.rf64(s16(), "s16", 44100, 2, form=b"BW64"))
    entry("tone-s16.w64", "Sony Wave64", lambda: box.w64(s16(), "s16", 44100, 2))
    for encoding in ("u8", "s24", "s32", "f32", "f64", "ulaw", "alaw"):
        sound = [channel[:2000] for channel in tone()[:1 if encoding == "f64" else 2]]
        add(f"tone-{encoding}.w64", f"Sony Wave64, {encoding}", f"the sound of tone-{encoding}.wav", sound, 44100,
            lambda encoding=encoding, sound=sound: box.w64(pack(sound, encoding), encoding, 44100, len(sound)))
    entry("tone-s16.aiff", "AIFF, 16 bits", lambda: box.aiff(s16_big(), 16, 44100, 2))
    entry("tone-s24.aiff", "AIFF, 24 bits", lambda: box.aiff(pack(tone(), "s24", True), 24, 44100, 2), "the sound of tone-s24.wav")
    entry("tone-offset.aiff", "AIFF whose SSND offset is 12: twelve bytes to skip", lambda: box.aiff(s16_big(), 16, 44100, 2, offset=12))
    add("tone-count.aiff", f"AIFF whose COMM says 6000 frames while SSND holds {TONE}: COMM wins", "the first 6000 frames of tone-s16.wav",
        tone(), 44100, lambda: box.aiff(s16_big(), 16, 44100, 2, frames=6000), 6000)
    for encoding, bits in (("s8", 8), ("s32", 32)):
        entry(f"tone-{encoding}.aiff", f"AIFF, {bits} bits", lambda encoding=encoding, bits=bits: box.aiff(pack(tone(), encoding, True), bits, 44100, 2),
              "the sound of tone-u8.wav" if bits == 8 else "the sound of tone-s32.wav")
    entry("tone-sowt.aifc", "AIFF-C, little-endian integers", lambda: box.aiff(s16(), 16, 44100, 2, (b"sowt", b"")))
    entry("tone-u8.aifc", "AIFF-C, unsigned 8-bit integers", lambda: box.aiff(pack(tone(), "u8"), 8, 44100, 2, (b"raw ", b"")), "the sound of tone-u8.wav")
    entry("tone-fl32.aifc", "AIFF-C, float", lambda: box.aiff(pack(tone(), "f32", True), 32, 44100, 2, (b"fl32", b"32-bit floating point")),
          "the sound of tone-f32.wav")
    add("tone-fl64.aifc", "AIFF-C, double", "the sound of tone-f64.wav", tone()[:1], 44100,
        lambda: box.aiff(pack(tone()[:1], "f64", True), 64, 44100, 1, (b"fl64", b"64-bit floating point")))
    entry("tone-ulaw.aifc", "AIFF-C, µ-law", lambda: box.aiff(pack(tone(), "ulaw"), 16, 44100, 2, (b"ulaw", b"uLaw 2:1"), width=1),
          "the sound of tone-ulaw.wav")
    entry("tone-alaw.aifc", "AIFF-C, A-law", lambda: box.aiff(pack(tone(), "alaw"), 16, 44100, 2, (b"alaw", b"ALaw 2:1"), width=1),
          "the sound of tone-alaw.wav")
    for encoding in ("s16", "s24", "f32"):
        for big in (True, False):
            entry(f"tone-{encoding}-{'be' if big else 'le'}.caf", f"CAF, {encoding}, {'big' if big else 'little'}-endian",
                  lambda encoding=encoding, big=big: box.caf(pack(tone(), encoding, big), encoding, 44100, 2, big), f"the sound of tone-{encoding}.wav")
    entry("tone-s8.caf", "CAF, s8", lambda: box.caf(pack(tone(), "s8"), "s8", 44100, 2, True), "the sound of tone-u8.wav")
    entry("tone-s32-le.caf", "CAF, s32, little-endian", lambda: box.caf(pack(tone(), "s32"), "s32", 44100, 2, False), "the sound of tone-s32.wav")
    add("tone-f64-be.caf", "CAF, f64, big-endian", "the sound of tone-f64.wav", tone()[:1], 44100,
        lambda: box.caf(pack(tone()[:1], "f64", True), "f64", 44100, 1, True))
    for encoding, what in (("ulaw", "µ-law"), ("alaw", "A-law")):
        entry(f"tone-{encoding}.caf", f"CAF, {what}", lambda encoding=encoding: box.caf(pack(tone(), encoding), encoding, 44100, 2, True),
              f"the sound of tone-{encoding}.wav")
    for code, encoding, what, other in ((2, "s8", "8 bits", "u8"), (5, "s32", "32 bits", "s32")):
        entry(f"tone-{encoding}.au", f"AU, {what}", lambda code=code, encoding=encoding: box.au(code, pack(tone(), encoding, True), 44100, 2),
              f"the sound of tone-{other}.wav")
    add("tone-f64.au", "AU, double", "the sound of tone-f64.wav", tone()[:1], 44100, lambda: box.au(7, pack(tone()[:1], "f64", True), 44100, 1))
    entry("unknown-size.caf", "CAF with a data size of −1: the data reach to the end of the file",
          lambda: box.caf(s16_big(), "s16", 44100, 2, True, unknown=True))
    entry("strings.caf", "CAF with an information chunk (title, artist, a UTF-8 comment)",
          lambda: box.caf(s16_big(), "s16", 44100, 2, True, strings=[(b"title", b"Tone"), (b"artist", b"kkmix"), (b"comments", "für alle".encode())]))


def identification(out, add):
    constants = "speaker n (FL FR FC LFE BL BR SL SR = 1 … 8) holds the constant n/16"
    for count, bits in ((6, 0x3F), (8, 0x63F)):
        order = range(1, count + 1)
        data = lambda order=order: pack(speakers(order), "s16")
        big = lambda order=order: pack(speakers(order), "s16", True)
        plain = lambda order=order, bits=bits: wav_of(speakers(order), "s16", 48000, mask=bits)
        bitmap = box.layout_tag(box.USE_BITMAP, bits)

        def entry(name, what, build, count=count):
            add(name, what, constants, speakers(range(1, count + 1)), 48000, build)

        entry(f"channels-{count}.wav", f"{count} channels, WAV mask 0x{bits:X}", plain)
        entry(f"channels-{count}-rf64.wav", f"{count} channels, RF64", lambda data=data, count=count, bits=bits: box.rf64(data(), "s16", 48000, count, bits))
        entry(f"channels-{count}.w64", f"{count} channels, Wave64", lambda data=data, count=count, bits=bits: box.w64(data(), "s16", 48000, count, bits))
        entry(f"channels-{count}.aiff", f"{count} channels, AIFF with a CHAN chunk (bitmap 0x{bits:X})",
              lambda big=big, count=count, bitmap=bitmap: box.aiff(big(), 16, 48000, count, layout=bitmap))
        entry(f"channels-{count}.caf", f"{count} channels, CAF with a channel bitmap 0x{bits:X}",
              lambda big=big, count=count, bitmap=bitmap: box.caf(big(), "s16", 48000, count, True, bitmap))
        out.append(Entry(f"channels-{count}.flac", f"{count} channels, FLAC", constants + "; flac -8", source=plain,
                         command=["flac", "--silent", "-8", "--no-padding", "-o", "{out}", "{in}"], audio=("s16", data), exact=False))
        out.append(Entry(f"channels-{count}.oga", f"{count} channels, FLAC in Ogg", constants + "; flac -8 --ogg", source=plain,
                         command=["flac", "--silent", "-8", "--no-padding", "--ogg", "--serial-number=1", "-o", "{out}", "{in}"], audio=("s16", data), exact=False))
        tones = "speaker n sounds at 300 500 700 60 1100 1300 1700 1900 Hz, amplitude 1/4"
        toned = lambda count=count, bits=bits: wav_of(speaker_tones(count), "s16", 48000, mask=bits)
        out.append(Entry(f"channels-{count}.ogg", f"{count} channels, Vorbis", tones + "; oggenc -q 2", source=toned,
                         command=["oggenc", "-Q", "-q", "2", "--serial", "1", "-o", "{out}", "{in}"], exact=False))
        out.append(Entry(f"channels-{count}.opus", f"{count} channels, Opus", tones + "; opusenc", source=toned,
                         command=["opusenc", "--quiet", "--bitrate", "160", "--serial", "1", "--padding", "0", "{in}", "{out}"], exact=False))
        if count == 8: continue
        for ending, what in (("aac", "AAC in ADTS"), ("ac3", "AC-3"), ("eac3", "E-AC-3")):
            out.append(Entry(f"channels-6.{ending}", f"6 channels, {what}", tones + f"; ffmpeg -c:a {ending}", source=toned,
                             command=["ffmpeg", "-v", "error", "-i", "{in}", "-bitexact", "-c:a", ending, "-b:a", "256k", "{out}"], exact=False))
        for name, what, code in (("aac.m4a", "AAC in M4A", "aac"), ("ac3.mp4", "AC-3 in MP4", "ac3"), ("eac3.mp4", "E-AC-3 in MP4", "eac3")):
            out.append(Entry(f"channels-6-{name}", f"6 channels, {what}", tones + f"; ffmpeg -c:a {code}", 12000 if code == "aac" else 12032, 48000, 6, source=toned,
                             command=["ffmpeg", "-v", "error", "-i", "{in}", "-bitexact", "-map_metadata", "-1", "-c:a", code, "-b:a", "256k", "{out}"], exact=False))
        for ending, brand in (("mp4", b"isom"), ("mov", b"qt  ")):
            out.append(Entry(f"channels-6-aac.{ending}", f"6 channels, AAC in {ending.upper()}", f"channels-6-aac.m4a with the brand {brand.decode().strip()}, in which each speaker sounds at its own height",
                             12000, 48000, 6, build=lambda brand=brand: ("channels-6-aac.m4a", codecs.branded(brand))))
        out.append(Entry("channels-6-aac.caf", "6 channels, AAC in CAF", "the packets of channels-6.aac, in which each speaker sounds at its own height",
                         12000, 48000, 6, build=lambda: ("channels-6.aac", lambda data: codecs.aac_in_caf(data, 48000, 6, 12000))))
        for code, what in (("ac3", "AC-3"), ("eac3", "E-AC-3")):
            out.append(Entry(f"channels-6-{code}.caf", f"6 channels, {what} in CAF", f"the packets of channels-6.{code}, in which each speaker sounds at its own height",
                             12000, 48000, 6, build=lambda code=code: (f"channels-6.{code}", lambda data: codecs.ac3_in_caf(data, 48000, 6, 12000))))
        entry("channels-6-rifx.wav", "6 channels, RIFX", lambda bits=bits: wav_of(speakers(range(1, 7)), "s16", 48000, mask=bits, order=">"))
        entry("channels-6-bw64.wav", "6 channels, BW64", lambda data=data, bits=bits: box.rf64(data(), "s16", 48000, 6, bits, b"BW64"))
        entry("channels-6.aifc", "6 channels, AIFF-C with a CHAN chunk (bitmap 0x3F)",
              lambda data=data, bitmap=bitmap: box.aiff(data(), 16, 48000, 6, (b"sowt", b""), bitmap))
    for count, mask, order, what in ((6, 0x3F, constants, "5.1"), (8, 0xFF, constants.replace("SL SR", "FLC FRC"), "7.1 with Lc and Rc")):
        data = lambda count=count: pack(speakers(range(1, count + 1)), "s16")
        out.append(Entry(f"channels-{count}-alac.caf", f"{count} channels, Apple Lossless: {what}",
                         order + "; ffmpeg -c:a alac; the packet table's valid frames set to the true number", SHORT, 48000, count,
                         source=lambda count=count, mask=mask: wav_of(speakers(range(1, count + 1)), "s16", 48000, mask=mask),
                         command=["ffmpeg", "-v", "error", "-i", "{in}", "-bitexact", "-c:a", "alac", "{out}"],
                         amend=lambda data: box.packet_table(data, SHORT, 4096), audio=("s16", data), exact=False))
    order = "channel n holds the constant n/16"
    data = lambda: pack(speakers(range(1, 7)), "s16")
    source = lambda: wav_of(speakers(range(1, 7)), "s16", 48000, mask=0x3F)
    ffmpeg = ["ffmpeg", "-v", "error", "-i", "{in}", "-bitexact", "-map_metadata", "-1"]
    for ending, what, options in (("m4a", "Apple Lossless in M4A", ["-c:a", "alac"]), ("mp4", "FLAC in MP4", ["-c:a", "flac", "-strict", "-2"]),
                                  ("mov", "samples in QuickTime", ["-c:a", "pcm_s16be"])):
        out.append(Entry(f"channels-6.{ending}", f"6 channels, {what}", f"{order}; ffmpeg {' '.join(options)}", SHORT, 48000, 6, source=source,
                         command=ffmpeg + options + ["{out}"], audio=("s16", data), exact=False))
    for ending, brand in (("m4b", b"M4B "), ("mp4", b"isom"), ("mov", b"qt  "), ("3gp", b"3gp4"), ("3g2", b"3g2a")):
        out.append(Entry(f"channels-6-alac.{ending}", f"6 channels, Apple Lossless in {ending.upper()}", f"channels-6.m4a with the brand {brand.decode().strip()}",
                         SHORT, 48000, 6, build=lambda brand=brand: ("channels-6.m4a", codecs.branded(brand))))
    out.append(Entry("channels-6.mka", "6 channels, samples in Matroska", f"{order}; ffmpeg -c:a pcm_s16le", SHORT, 48000, 6, source=source,
                     command=ffmpeg + ["-c:a", "pcm_s16le", "{out}"], audio=("s16", data), exact=False))
    for name, what, options in (("flac", "FLAC", ["-c:a", "flac"]), ("alac", "Apple Lossless", ["-c:a", "alac"]), ("tta", "True Audio", ["-c:a", "tta"]),
                                ("wavpack", "WavPack", ["-c:a", "wavpack"])):
        out.append(Entry(f"channels-6-{name}.mka", f"6 channels, {what} in Matroska", f"{order}; ffmpeg {' '.join(options)}", SHORT, 48000, 6, source=source,
                         command=ffmpeg + options + ["{out}"], audio=("s16", data), exact=False))
    for name, what, options, frames in (("opus.webm", "Opus in WebM", ["-c:a", "libopus", "-mapping_family", "1", "-b:a", "160k"], 12000),
                                        ("opus.mka", "Opus in Matroska", ["-c:a", "libopus", "-mapping_family", "1", "-b:a", "160k"], 12000),
                                        ("vorbis.webm", "Vorbis in WebM", ["-c:a", "libvorbis", "-q:a", "2"], 12864), ("vorbis.mka", "Vorbis in Matroska", ["-c:a", "libvorbis", "-q:a", "2"], 12864),
                                        ("aac.mka", "AAC in Matroska", ["-c:a", "aac", "-b:a", "256k"], 13312), ("ac3.mka", "AC-3 in Matroska", ["-c:a", "ac3", "-b:a", "256k"], 12288),
                                        ("eac3.mka", "E-AC-3 in Matroska", ["-c:a", "eac3", "-b:a", "256k"], 12288),
                                        ("dts.mka", "DTS in Matroska", ["-c:a", "dca", "-strict", "-2", "-b:a", "1411k"], 12288),
                                        ("truehd.mka", "TrueHD in Matroska", ["-c:a", "truehd", "-strict", "-2"], 12000),
                                        ("vorbis.mp4", "Vorbis in MP4", ["-c:a", "libvorbis", "-q:a", "2"], 12000)):
        out.append(Entry(f"channels-6-{name}", f"6 channels, {what}", f"speaker n sounds at 300 500 700 60 1100 1300 Hz, amplitude 1/4; ffmpeg {' '.join(options)}",
                         frames, 48000, 6, source=lambda: wav_of(speaker_tones(6), "s16", 48000, mask=0x3F), exact=False, command=ffmpeg + options + ["{out}"]))
    for name, what, options in (("avi", "samples in AVI", ["-c:a", "pcm_s16le"]), ("tta", "True Audio", ["-c:a", "tta"])):
        out.append(Entry(f"channels-6.{name}", f"6 channels, {what}", f"{order}; ffmpeg {' '.join(options)}", SHORT, 48000, 6, source=source,
                         command=ffmpeg + options + ["{out}"], audio=("s16", data), exact=False))
    for name, what, options, frames in (("ac3.ts", "AC-3 in a transport stream", ["-c:a", "ac3", "-b:a", "256k"], 12288), ("ac3.mpg", "AC-3 in a program stream", ["-c:a", "ac3", "-b:a", "256k"], 12288),
                                        ("dts.dts", "DTS", ["-c:a", "dca", "-strict", "-2", "-b:a", "1411k"], 12288), ("aac.latm", "AAC in LATM", ["-c:a", "aac", "-b:a", "256k"], 13312)):
        out.append(Entry(f"channels-6-{name}", f"6 channels, {what}", f"speaker n sounds at 300 500 700 60 1100 1300 Hz, amplitude 1/4; ffmpeg {' '.join(options)}",
                         frames, 48000, 6, source=lambda: wav_of(speaker_tones(6), "s16", 48000, mask=0x3F), exact=False, command=ffmpeg + options + ["{out}"]))
    out.append(Entry("channels-6-opus.mp4", "6 channels, Opus in MP4", "speaker n sounds at 300 500 700 60 1100 1300 Hz, amplitude 1/4; ffmpeg -c:a libopus",
                     12000, 48000, 6, source=lambda: wav_of(speaker_tones(6), "s16", 48000, mask=0x3F), exact=False,
                     command=ffmpeg + ["-c:a", "libopus", "-mapping_family", "1", "-b:a", "160k", "-strict", "-2", "{out}"]))
    out.append(Entry("channels-6-flac.caf", "6 channels, FLAC in CAF", "the packets of channels-6.flac", SHORT, 48000, 6,
                     build=lambda: ("channels-6.flac", lambda data: codecs.flac_in_caf(data, 48000, 6, SHORT))))
    out.append(Entry("channels-6-opus.caf", "6 channels, Opus in CAF", "the packets of channels-6.opus, in which each speaker sounds at its own height",
                     12000, 48000, 6, build=lambda: ("channels-6.opus", lambda data: codecs.opus_in_caf(data, 6, 12000))))
    add("channels-6.au", "6 channels, AU, which has no place for a layout", "channel n holds the constant n/16", speakers(range(6)), 48000,
        lambda: box.au(3, pack(speakers(range(1, 7)), "s16", True), 48000, 6))
    seven = lambda: pack(speakers(range(1, 8)), "s16")
    out.append(Entry("channels-7.flac", "7 channels, FLAC: L R C LFE Cs and WAVE's sides (mask 0x70F)", "channel n holds the constant n/16; flac -8",
                     source=lambda: wav_of(speakers(range(1, 8)), "s16", 48000, mask=0x70F),
                     command=["flac", "--silent", "-8", "--no-padding", "-o", "{out}", "{in}"], audio=("s16", seven), exact=False))
    add("channels-6-itu.caf", "5.1 in the order C L R Ls Rs LFE (layout tag MPEG_5_1_D)", constants, speakers(range(6)), 48000,
        lambda: box.caf(pack(speakers([3, 1, 2, 5, 6, 4]), "s16", True), "s16", 48000, 6, True, box.layout_tag(box.MPEG_5_1_D)))
    add("channels-6-nolayout.wav", "6 channels, plain PCM tag, no mask", "channel n holds the constant n/16", speakers(range(6)), 48000,
        lambda: wav_of(speakers(range(1, 7)), "s16", 48000))


def odd(add):
    recipe = "the sound of tone-s16-mono.wav"
    mono = tone()[:1]
    data = pack(mono, "s16")
    info = box.chunk(b"LIST", b"INFOINAM" + struct.pack("<I", 5) + b"Tone\0\0IART" + struct.pack("<I", 6) + b"kkmix\0")
    bext = box.chunk(b"bext", b"A tone".ljust(256, b"\0") + b"kkmix".ljust(32, b"\0") + bytes(32) + b"2020-01-02" + b"03:04:05" +
                     struct.pack("<QH", 44100, 1) + bytes(64 + 10 + 180))
    cue = box.chunk(b"cue ", struct.pack("<I", 2) + b"".join(struct.pack("<II4sIII", n + 1, at, b"data", 0, 0, at) for n, at in enumerate((1000, 4410))))
    fmt = box.chunk(b"fmt ", box.fmt_body("s16", 44100, 1))

    def entry(name, what, build, frames=None, recipe=recipe, channels=mono, rate=44100):
        add(name, what, recipe, channels, rate, build, frames)

    def sized(size, tail=b""):
        body = b"WAVE" + fmt + b"data" + struct.pack("<I", size) + data + tail
        return b"RIFF" + struct.pack("<I", 0xFFFFFFFF if size == 0xFFFFFFFF else len(body)) + body

    entry("chunks-after.wav", "LIST, bext and cue (frames 1000 and 4410) behind the data", lambda: box.wav(data, "s16", 44100, 1, after=(info, bext, cue)))
    entry("chunks-before.wav", "LIST, bext and cue before the data", lambda: box.wav(data, "s16", 44100, 1, before=(info, bext, cue)))
    odd_chunk = b"note" + struct.pack("<I", 7) + b"7 bytes"
    entry("odd-unpadded.wav", "a chunk of 7 bytes without its padding byte before the data", lambda: box.wav(data, "s16", 44100, 1, before=(odd_chunk,)))
    entry("odd-padded.wav", "a chunk of 7 bytes with its padding byte before the data", lambda: box.wav(data, "s16", 44100, 1, before=(odd_chunk + b"\0",)))
    entry("size-zero-chunks.wav", "data size 0 and a LIST chunk behind: empty indeed", lambda: box.wav(b"", "s16", 44100, 1, after=(info,)), 0, "no sound")
    entry("size-zero-open.wav", "RIFF and data sizes 0 with sound behind, as a crashed recorder leaves it",
          lambda: b"RIFF" + bytes(4) + b"WAVE" + fmt + b"data" + bytes(4) + data)
    entry("size-max.wav", "data size 0xFFFFFFFF, as a pipe leaves it", lambda: sized(0xFFFFFFFF))
    entry("size-larger.wav", "data size 1000 bytes larger than the file", lambda: sized(len(data) + 1000))
    entry("truncated.wav", "cut 1001 bytes before its end, in the middle of a frame", lambda: box.wav(data, "s16", 44100, 1)[:-1001], TONE - 501)
    entry("no-data.wav", "a fmt chunk and no data chunk", lambda: box.riff([fmt, info]), 0, "no sound")
    entry("zero-frames.wav", "a data chunk of no bytes", lambda: box.wav(b"", "s16", 44100, 1), 0, "no sound")
    entry("one-frame.wav", "a single frame", lambda: box.wav(pack([[FULL // 2], [-FULL // 4]], "s16"), "s16", 44100, 2), 1,
          "0.5 left, −0.25 right", [[0], [0]])
    low, strange = [sig.sine(97000, 1000, 500)], [sig.sine(997000, 38000, 7600)]
    entry("rate-1000.wav", "1000 Hz", lambda: wav_of(low, "s16", 1000), None, "sine 97 Hz, amplitude 1/2", low, 1000)
    entry("rate-38000.wav", "38,000 Hz", lambda: wav_of(strange, "s16", 38000), None, "sine 997 Hz, amplitude 1/2", strange, 38000)

    def poisoned(value):
        left, right = [list(channel) for channel in tone()]
        right[500] = float(value)
        return [left, right]

    entry("nan-f32.wav", "NaN at frame 500 of the right channel", lambda: wav_of(poisoned("nan"), "f32", 44100), None, "tone-f32.wav and one NaN", tone())
    entry("infinity-f32.wav", "+∞ at frame 500 of the right channel", lambda: wav_of(poisoned("inf"), "f32", 44100), None, "tone-f32.wav and one ∞", tone())


def material(out, add):
    band, voice = "two chords that die away, kick, snare and hat", "pulse train through formants, hisses, pauses"

    def wav(name, what, recipe, channels, encoding, rate):
        add(name, what, recipe, channels, rate, lambda: wav_of(channels, encoding, rate))

    wav("music.wav", "music-like, 16 bits", band, music(), "s16", 44100)
    wav("music-48k-f32.wav", "music-like, float, 48 kHz", band, music(48000, 24011, 2), "f32", 48000)
    wav("speech.wav", "speech-like, 22.05 kHz, mono", voice, speech(), "s16", 22050)
    wav("speech-16k.wav", "speech-like, 16 kHz, mono", voice, speech(16000, 12000, 2), "s16", 16000)
    wav("loud-a.wav", "a stem near full scale; loud-a + loud-b passes it", "music × 1.3", [[v * 13 // 10 for v in c] for c in music(44100, 22050, 3)], "s16", 44100)
    wav("loud-b.wav", "the other stem, shorter by 2050 frames", "the same, other drums",
        [[v * 13 // 10 for v in c] for c in music(44100, 20000, 4)], "s16", 44100)

    band_wav, voice_wav = (lambda: wav_of(music(), "s16", 44100)), (lambda: wav_of(speech(), "s16", 22050))

    def encoded(name, what, source, command, audio=None):
        shown = " ".join(word for word in command if not word.startswith("{") and word not in ("-o", "--silent", "-Q", "--quiet"))
        origin = "music.wav" if source is band_wav else "speech.wav"
        out.append(Entry(name, what, f"{origin}; {shown}", source=source, command=command, audio=audio, exact=False))

    lame = ["lame", "--quiet", "--noreplaygain"]
    encoded("music.mp3", "MPEG-1 Layer III with a LAME tag (gapless), CBR", band_wav, lame + ["-b", "128", "{in}", "{out}"])
    encoded("music-notag.mp3", "the same without the tag: delay and padding stay", band_wav, lame + ["-t", "-b", "128", "{in}", "{out}"])
    encoded("music-vbr.mp3", "VBR with a LAME tag", band_wav, lame + ["-V", "2", "{in}", "{out}"])
    encoded("music-vbr-notag.mp3", "VBR without a tag: no header tells the length", band_wav, lame + ["-t", "-V", "2", "{in}", "{out}"])
    encoded("speech-mpeg2.mp3", "MPEG-2 Layer III, 22.05 kHz, mono, LAME tag", voice_wav, lame + ["-m", "m", "-b", "64", "{in}", "{out}"])
    encoded("music.ogg", "Vorbis", band_wav, ["oggenc", "-Q", "-q", "3", "--serial", "1", "-o", "{out}", "{in}"])
    encoded("speech.ogg", "Vorbis, 22.05 kHz, mono", voice_wav, ["oggenc", "-Q", "-q", "3", "--serial", "1", "-o", "{out}", "{in}"])
    encoded("music.opus", "Opus (48 kHz by definition; encoded from 44.1 kHz)", band_wav,
            ["opusenc", "--quiet", "--bitrate", "96", "--serial", "1", "--padding", "0", "{in}", "{out}"])
    coded = ["ffmpeg", "-v", "error", "-i", "{in}", "-bitexact"]
    encoded("music.aac", "AAC in ADTS, whose priming of 1024 frames nothing tells", band_wav, coded + ["-c:a", "aac", "-b:a", "96k", "{out}"])
    encoded("speech.aac", "AAC in ADTS, 22.05 kHz, mono", voice_wav, coded + ["-c:a", "aac", "-b:a", "48k", "{out}"])
    for name, what, origin, source, code, kilobits, frames, rate, channels in (
        ("music.m4a", "AAC in M4A", "music.wav", band_wav, "aac", 96, 44223, 44100, 2),
        ("speech.m4a", "AAC in M4A, 22.05 kHz, mono", "speech.wav", voice_wav, "aac", 48, 20000, 22050, 1),
        ("music-ac3.mp4", "AC-3 in MP4", "music.wav", band_wav, "ac3", 128, None, 44100, 2),
        ("music-eac3.mp4", "E-AC-3 in MP4", "music.wav", band_wav, "eac3", 96, None, 44100, 2),
    ):
        out.append(Entry(name, what, f"{origin}; ffmpeg -c:a {code}", frames or 44288, rate, channels, source=source, exact=False,
                         command=coded + ["-map_metadata", "-1", "-c:a", code, "-b:a", f"{kilobits}k", "{out}"]))
    for name, what, kind in (("music-he-aac.m4a", "HE-AAC in M4A, with band replication in every packet and numbers of the core in `iTunSMPB`", 5),
                             ("music-he-aac-v2.m4a", "HE-AAC v2 in M4A, with band replication and parametric stereo", 29)):
        out.append(Entry(name, what, f"music.wav; fdkaac -p {kind} -b 32000", 44224, 44100, 2, source=band_wav, exact=False,
                         slack=2048 + 962,   # it does not cut the end, nor what band replication is late by
                         command=["fdkaac", "-S", "-p", str(kind), "-b", "32000", "-o", "{out}", "{in}"]))
    for ending, brand in (("mp4", b"isom"), ("mov", b"qt  ")):
        out.append(Entry(f"music-aac.{ending}", f"AAC in {ending.upper()}", f"music.m4a with the brand {brand.decode().strip()}", 44223, 44100, 2,
                         build=lambda brand=brand: ("music.m4a", codecs.branded(brand))))
    encoded("music.ac3", "AC-3", band_wav, coded + ["-c:a", "ac3", "-b:a", "128k", "{out}"])
    out.append(Entry("music-stripped.mka", "AC-3 in Matroska whose packets lack the two bytes with which all begin: the track's description has them", "music.ac3", 44544, 44100, 2,
                     build=lambda: ("music.ac3", box.stripped_mka)))
    encoded("music.eac3", "E-AC-3", band_wav, coded + ["-c:a", "eac3", "-b:a", "96k", "{out}"])
    for name, what, parent, rate, frames, channels, change in (
        ("music-aac.caf", "AAC in CAF, with its packet table", "music.aac", 44100, 44223, 2, codecs.aac_in_caf),
        ("doubled-he-aac.caf", "AAC in CAF, whose configuration has the decoder double the rate (HE-AAC without a packet that says how)", "music.aac", 88200, 88446, 2,
         lambda data: codecs.aac_in_caf(data, kind=5)),
        ("parametric-he-aac.caf", "AAC in CAF, whose configuration also has two channels made of one (HE-AAC v2)", "speech.aac", 44100, 40000, 2,
         lambda data: codecs.aac_in_caf(data, 22050, 1, 20000, kind=29)),
        ("music-eac3.caf", "E-AC-3 in CAF", "music.eac3", 44100, 44223, 2, codecs.ac3_in_caf),
        ("doubled-he-aac.m4a", "HE-AAC in M4A, by its configuration alone", "music.m4a", 88200, 88446, 2, lambda data: codecs.he_aac_in_mp4(data, 5)),
        ("parametric-he-aac.m4a", "HE-AAC v2 in M4A, by its configuration alone", "speech.m4a", 44100, 40000, 2, lambda data: codecs.he_aac_in_mp4(data, 29)),
        ("music-ac3.caf", "AC-3 in CAF", "music.ac3", 44100, 44223, 2, codecs.ac3_in_caf),
    ):
        out.append(Entry(name, what, f"the packets of {parent}", frames, rate, channels, build=lambda parent=parent, change=change: (parent, change)))
    out.append(Entry("speech-speex.ogg", "Speex in Ogg, wide-band", "speech.wav at 16 kHz; ffmpeg -c:a libspeex -cbr_quality 10", 14720, 16000, 1, source=voice_wav, exact=False,
                     command=coded + ["-map_metadata", "-1", "-ar", "16000", "-c:a", "libspeex", "-cbr_quality", "10", "{out}"]))
    encoded("speech.amr", "AMR narrow-band", voice_wav, ["sox", "{in}", "-r", "8000", "-t", "amr-nb", "{out}"])
    wide = os.path.join(os.path.dirname(__file__), "amr_wb.py")
    out.append(Entry("speech.awb", "AMR wide-band", "speech.wav at 16 kHz; libvo-amrwbenc, mode 2", source=voice_wav, exact=False,
                     command=["python3", wide, "{in}", "{out}"]))
    out.append(Entry("speech-amr.3gp", "AMR narrow-band in 3GP", "the packets of speech.amr; ffmpeg -c copy", 7360, 8000, 1, source=voice_wav, exact=False,
                     command=["sh", "-c", "sox \"$0\" -r 8000 -t amr-nb - | ffmpeg -v error -f amr -i - -bitexact -c copy \"$1\"", "{in}", "{out}"]))
    out.append(Entry("speech-awb.3gp", "AMR wide-band in 3GP", "the packets of speech.awb; ffmpeg -c copy", 14720, 16000, 1, source=voice_wav, exact=False,
                     command=["sh", "-c", f"python3 '{wide}' \"$0\" - | ffmpeg -v error -f amr -i - -bitexact -c copy \"$1\"", "{in}", "{out}"]))
    flac = ["flac", "--silent", "-8", "--no-padding", "-o", "{out}", "{in}"]
    encoded("music.flac", "FLAC, 16 bits: the sound of music.wav", band_wav, flac, ("s16", lambda: pack(music(), "s16")))
    out.append(Entry("speech.flac", "FLAC, 24 bits", f"{voice}; flac -8 --no-padding", source=lambda: wav_of(speech(), "s24", 22050, mask=4), command=flac,
                     audio=("s24", lambda: pack(speech(), "s24")), exact=False))
    coarse = lambda: pack([[quantize(value, 8) << 24 for value in channel] for channel in tone()], "s16")
    out.append(Entry("tone-8.oga", "FLAC in Ogg, 8 bits", "the sound of tone-u8.wav; flac -8 --no-padding --ogg", TONE, 44100, 2,
                     source=lambda: wav_of(tone(), "u8", 44100), command=flac[:-3] + ["--ogg", "--serial-number=1"] + flac[-3:], audio=("s16", coarse), exact=False))
    out.append(Entry("tone-8.flac", "FLAC, 8 bits", "the sound of tone-u8.wav; flac -8 --no-padding", TONE, 44100, 2,
                     source=lambda: wav_of(tone(), "u8", 44100), command=flac, audio=("s16", coarse), exact=False))
    for code, what in (("u8", "8 bits, unsigned"), ("s8", "8 bits"), ("s16", "16 bits, little-endian"), ("s24", "24 bits, little-endian"), ("s32", "32 bits, big-endian"),
                       ("f32", "float, little-endian"), ("f64", "double, big-endian"), ("ulaw", "µ-law"), ("alaw", "A-law")):
        kind = {"u8": "u8", "s8": "s8", "s32": "s32be", "f64": "f64be", "ulaw": "mulaw", "alaw": "alaw"}.get(code, code + "le")
        out.append(Entry(f"tone-{code}.mov", f"QuickTime, {what}", f"the sound of tone-f64.wav; ffmpeg -c:a pcm_{kind}", TONE, 44100, 2, exact=False, same=True,
                         source=lambda: wav_of(tone(), "f64", 44100),
                         command=["ffmpeg", "-v", "error", "-i", "{in}", "-bitexact", "-map_metadata", "-1", "-c:a", "pcm_" + kind, "{out}"]))
    for code, kind in (("u8", "u8"), ("s16", "s16le"), ("s24", "s24le"), ("s32", "s32be"), ("f32", "f32le"), ("f64", "f64le")):
        out.append(Entry(f"tone-{code}.mka", f"Matroska, {kind}", f"the sound of tone-f64.wav; ffmpeg -c:a pcm_{kind}", TONE, 44100, 2, exact=False, same=True,
                         source=lambda: wav_of(tone(), "f64", 44100),
                         command=["ffmpeg", "-v", "error", "-i", "{in}", "-bitexact", "-map_metadata", "-1", "-c:a", "pcm_" + kind, "{out}"]))
    encoded("music-alac.caf", "Apple Lossless in CAF: the sound of music.wav", band_wav,
            ["ffmpeg", "-v", "error", "-i", "{in}", "-bitexact", "-c:a", "alac", "{out}"], ("s16", lambda: pack(music(), "s16")))
    out[-1].amend = lambda data: box.packet_table(data, len(music()[0]), 4096)
    out[-1].recipe += "; the packet table's valid frames set to the true number"


def wavpack(out):
    """Several blocks a file. Lossless ones sound as what they were made from."""
    texts = ["-w", "Title=Töne", "-w", "Artist=kkmix", "-w", "Year=2026", "-w", "Track=3/7"]

    def entry(name, what, parent, source, options=(), frames=TONE, rate=44100, channels=2):
        out.append(Entry(name, f"WavPack, {what}", f"the sound of {parent}", frames, rate, channels, source=source, exact=False, same=True,
                         command=["wavpack", "-q", "--blocksize=1000", *options, "{in}", "-o", "{out}"]))

    for bits, encoding in ((8, "u8"), (16, "s16"), (24, "s24"), (32, "s32")):
        what = f"{bits} bits" + (", with texts in an APE tag" if bits == 16 else "")
        entry(f"tone-{bits}.wv", what, f"tone-{encoding}.wav", lambda encoding=encoding: wav_of(tone(), encoding, 44100), texts if bits == 16 else ())
    entry("tone-20.wv", "20 bits", "tone-s20.wav", lambda: wav_of(tone(), "s24", 44100, valid=20, mask=3))
    entry("tone-f32.wv", "float", "tone-f32.wav", lambda: wav_of(tone(), "f32", 44100))
    entry("channels-6.wv", "6 channels", "channels-6.wav", lambda: wav_of(speakers(range(1, 7)), "s16", 48000, mask=0x3F), (), SHORT, 48000, 6)
    out[-1].recipe = "speaker n (FL FR FC LFE BL BR SL SR = 1 … 8) holds the constant n/16; wavpack"
    entry("tone-hybrid.wv", "hybrid, without the file of corrections", "tone-s16.wav", lambda: wav_of(tone(), "s16", 44100), ["-b4"])
    out[-1].recipe = "the sound of tone-s16.wav in 4 bits a sample; wavpack -b4"


def damaged(out, text):
    def cut(name, parent, size, what):
        out.append(Entry(name, what, f"the first {size} bytes of {parent}", build=lambda: (parent, size)))

    cut("truncated.mp3", "music.mp3", 9001, "MP3 cut in the middle of a frame; its tag still promises the whole")
    cut("truncated.flac", "music.flac", 40001, "FLAC cut in the middle of a frame")
    cut("truncated.ogg", "music.ogg", 9001, "Vorbis cut in the middle of a page")
    noise = b"".join((v & 0xFFFFFFFF).to_bytes(4, "little") for v in sig.noise(99, 1024, FULL - 1))
    text("junk.bin", "no audio file at all", "SplitMix64, seed 99, 4096 bytes", noise)
    text("empty.wav", "no bytes", "nothing", b"")
    text("lfs-pointer.wav", "a Git LFS pointer in a sound's place", "text",
         b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n")
    text("page.html.mp3", "a web page saved as MP3", "text",
         b"<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head>\n<body><h1>Not Found</h1></body></html>\n")
    title = b"TIT2" + struct.pack(">I", 5) + b"\0\0" + b"\0Tone"
    id3v2 = b"ID3\x03\0\0" + bytes([0, 0, 0, len(title)]) + title
    id3v1 = b"TAG" + b"Tone".ljust(30, b"\0") + bytes(95)
    text("tags-only.mp3", "an ID3v2 and an ID3v1 tag and nothing between", "bytes", id3v2 + id3v1)
