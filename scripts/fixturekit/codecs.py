"""The compressed formats, one by one: the `mpeg-*` and `codec-*` entries of the catalog.

All are 0.3 seconds of one signal, a tone and a slow sweep per channel, so a test can compute what must come out; the
`codec-id*` files hold one frequency per channel and nothing else, 0.1 seconds, to tell the channels apart.
"""

import base64
import math
import os
import struct
from functools import lru_cache

from . import containers as box
from . import signals as sig
from .samples import pack

SIGNAL = "channel c (from 0): 9830 sin 2π(440 + 220c)t + 9830 sin 2π(37 + 11c)t(1 + t), in 16 bits"
TONES = "a frequency per channel, in the order of WAV: 300 + 200c Hz, the LFE channel 60 Hz, amplitude 0.3"
ID_MASKS = {3: (0x7, "3.0"), 4: (0x33, "quad"), 5: (0x37, "5.0"), 6: (0x3F, "5.1")}


def _sine_of(part, whole):
    """sin(2π part / whole) in fixed point."""
    return sig._sine_cosine(2 * sig.PI * (part % whole) // whole)[0]


@lru_cache(maxsize=None)
def sweep(rate, frames, channels):
    """The signal at 2**31, already rounded to 16 bits."""
    half = 1 << (sig.BITS - 1)
    out = []
    for c in range(channels):
        sines = (_sine_of((440 + 220 * c) * n, rate) + _sine_of((37 + 11 * c) * n * (rate + n), rate * rate) for n in range(frames))
        out.append([((9830 * value + half) >> sig.BITS) << 16 for value in sines])
    return out


@lru_cache(maxsize=None)
def tones(channels):
    hertz = [60 if channels == 6 and c == 3 else 300 + 200 * c for c in range(channels)]
    return [sig.sine(value * 1000, 48000, 4800, sig.FULL * 3 // 10) for value in hertz]


def wav_of(channels, rate, mask=None):
    return box.wav(pack(channels, "s16"), "s16", rate, len(channels), mask=mask)


# Where the sine of `layer1` is zero, the last bit of the machine that made the file decided between 127 and 128: 128 here.
ROUNDED_UP = (0, 99, 117, 153, 189, 198, 225, 234)


def layer1():
    """Layer I, MPEG-1, mono, 44.1 kHz, 128 kbit/s: 20 frames of 384, with one sine in subband 1 (allocation 7: 8 bits, scale factor 6)."""
    out, k = bytearray(), 0
    for _ in range(20):
        bits = "1" * 11 + "11" + "11" + "1" + "0100" + "00" + "0" + "0" + "11" + "00" + "0" + "0" + "00"
        bits += "".join(format(7 if band == 1 else 0, "04b") for band in range(32)) + format(6, "06b")
        for _ in range(12):
            zero = 128 if k in ROUNDED_UP else 127
            bits += format(int(128 + 100 * math.sin(2 * math.pi * k / 9)) if k % 9 else zero, "08b")
            k += 1
        bits = bits.ljust(12 * 128000 // 44100 * 4 * 8, "0")
        out += bytes(int(bits[at:at + 8], 2) for at in range(0, len(bits), 8))
    return bytes(out)


def vbri(data):
    """Fraunhofer's header frame before untagged Layer III of 96 kbit/s."""
    size, at, frames = 144 * 96000 // 44100, 0, 0
    while at + 4 <= len(data): at, frames = at + size + (data[at + 2] >> 1 & 1), frames + 1
    head = bytearray(size)
    head[0:4] = bytes([0xFF, 0xFB, 0x70, 0x00])
    table = b"VBRI" + struct.pack(">HHHII", 1, 1105, 75, len(data) + size, frames) + bytes([0, 0, 0, 1, 0, 2, 0, 1])
    head[36:36 + len(table)] = table
    return bytes(head) + data


def unknown_total(data):
    """STREAMINFO's total of samples set to 0, unknown, as a streaming encoder leaves it."""
    return data[:21] + bytes([data[21] & 0xF0]) + bytes(4) + data[26:]


def mp3_in_caf(data):
    """The MPEG frames of LAME's file without its tag, whose delays go to the packet table; the decoder's 529 frames are priming as well."""
    size, at, packets = 144 * 96000 // 44100, 0, []
    while at + size <= len(data):
        length = size + (data[at + 2] >> 1 & 1)
        packets.append(data[at:at + length])
        at += length
    lame = packets[0].index(b"LAME")
    delay = packets[0][lame + 21] << 4 | packets[0][lame + 22] >> 4
    return box.caf_of_packets(b".mp3", 44100, 2, 1152, packets[1:], 13230, delay + 529)


def mpeg_in_caf(data, layer, byte_rate, channels, per_packet, frames):
    """The MPEG frames of an untagged file."""
    slot, at, packets = 4 if layer == 1 else 1, 0, []
    while at < len(data):
        length = slot * (per_packet * byte_rate // 44100 // slot + (data[at + 2] >> 1 & 1))
        packets.append(data[at:at + length])
        at += length
    return box.caf_of_packets(b".mp%d" % layer, 44100, channels, per_packet, packets, frames)


def flac_in_caf(data, rate=44100, channels=2, frames=13230):
    """The frames of a FLAC file, which end where their checksum is right and another sync code follows. The cookie is a dfLa box, as
    Apple and FFmpeg have it, with STREAMINFO alone."""
    at, last = 4, False
    while not last: last, at = data[at] & 0x80 != 0, at + 4 + int.from_bytes(data[at + 1:at + 4], "big")
    cookie, start, check, packets = bytes(4) + b"dfLa" + bytes(4) + b"\x80" + data[5:42], at, 0, []
    for place in range(at, len(data)):
        check ^= data[place] << 8
        for _ in range(8): check = (check << 1 ^ 0x18005) & 0xFFFF if check & 0x8000 else check << 1
        if check == 0 and place - start > 6 and (place + 1 == len(data) or data[place + 1:place + 3] == data[start:start + 2]):
            packets.append(data[start:place + 1])
            start = place + 1
    return box.caf_of_packets(b"flac", rate, channels, int.from_bytes(data[8:10], "big"), packets, frames, cookie=cookie)


def opus_in_caf(data, channels=2, frames=14400):
    """The packets of an Ogg file behind its two headers, with OpusHead for the cookie and its pre-skip for priming."""
    at, packets, part = 0, [], b""
    while at + 27 <= len(data):
        sizes = data[at + 27:at + 27 + data[at + 26]]
        at += 27 + len(sizes)
        for size in sizes:
            part, at = part + data[at:at + size], at + size
            if size < 255: packets, part = packets + [part], b""
    return box.caf_of_packets(b"opus", 48000, channels, 960, packets[2:], frames, struct.unpack("<H", packets[0][10:12])[0], packets[0])


def adts_packets(data):
    """The packets of an ADTS stream, each without its header."""
    at, packets = 0, []
    while at + 7 <= len(data):
        size = (data[at + 3] & 3) << 11 | data[at + 4] << 3 | data[at + 5] >> 5
        packets, at = packets + [data[at + (7 if data[at + 1] & 1 else 9):at + size]], at + size
    return packets


def aac_config(index, channels, kind=2):
    """An AudioSpecificConfig; kind 5 says that the decoder doubles the rate (HE-AAC, explicit signalling), 29 that it also makes two channels of one."""
    if kind == 2: return struct.pack(">H", 2 << 11 | index << 7 | channels << 3)
    return struct.pack(">H", kind << 11 | index << 7 | channels << 3 | index - 3 >> 1) + bytes([(index - 3 & 1) << 7 | 2 << 2, 0])


def aac_in_caf(data, rate=44100, channels=2, frames=44223, kind=2):
    """The packets of an ADTS stream with MPEG-4's descriptors for the cookie, and the frames of the decoder that the kind tells."""
    def tagged(tag, body): return bytes([tag, 0x80, 0x80, 0x80, len(body)]) + body

    factor = 1 if kind == 2 else 2
    decoder = b"\x40\x15\0\x18\0" + bytes(8) + tagged(5, aac_config(data[2] >> 2 & 15, channels, kind))
    return box.caf_of_packets({2: b"aac ", 5: b"aach", 29: b"aacp"}[kind], rate * factor, 2 if kind == 29 else channels, 1024 * factor,
                              adts_packets(data), frames * factor, 1024 * factor, tagged(3, bytes(3) + tagged(4, decoder) + tagged(6, b"\2")))


def he_aac_in_mp4(data, kind):
    """The same file with another AudioSpecificConfig, two bytes longer than the one of AAC LC; the header stands behind the sound, so nothing else moves."""
    data, at = bytearray(data), 0
    for name in (b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsd", b"mp4a", b"esds"):
        at = data.index(name, at)
        data[at - 4:at] = struct.pack(">I", struct.unpack(">I", data[at - 4:at])[0] + 2)
    for tag in (3, 4, 5):
        at = data.index(bytes([tag, 0x80, 0x80, 0x80]), at) + 4
        data[at] += 2
    first = struct.unpack(">H", data[at + 1:at + 3])[0]
    data[at + 1:at + 3] = aac_config(first >> 7 & 15, first >> 3 & 15, kind)
    return bytes(data)


def ac3_in_caf(data, rate=44100, channels=2, frames=44223):
    """The syncframes of AC-3, of one size where the rate is not 44.1 kHz, or of E-AC-3."""
    at, packets, enhanced = 0, [], data[5] >> 3 > 10
    while at + 6 <= len(data):
        code = data[at + 4] & 63
        kilobits = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640][min(code >> 1, 18)]
        size = 2 * (kilobits * 96000 // rate + (code & 1 if rate == 44100 else 0))
        if enhanced: size = 2 * (((data[at + 2] & 7) << 8 | data[at + 3]) + 1)
        packets, at = packets + [data[at:at + size]], at + size
    return box.caf_of_packets(b"ec-3" if enhanced else b"ac-3", rate, channels, 1536, packets, frames, 256)


def side_by_side(*streams):
    """The pages of several Ogg files by turns, under serial numbers from 1 on, so that all streams begin before any goes on."""
    parts = []
    for serial, data in enumerate(streams, 1):
        pages, at = [], 0
        while at < len(data):
            size = 27 + data[at + 26] + sum(data[at + 27:at + 27 + data[at + 26]])
            page, at = bytearray(data[at:at + size]), at + size
            page[14:18], page[22:26], check = struct.pack("<I", serial), bytes(4), 0
            for byte in page:
                check ^= byte << 24
                for _ in range(8): check = (check << 1 ^ 0x104C11DB7) & 0xFFFFFFFF if check >> 31 else check << 1
            page[22:26] = struct.pack("<I", check)
            pages.append(bytes(page))
        parts.append(pages)
    return b"".join(pages[turn] for turn in range(max(map(len, parts))) for pages in parts if turn < len(pages))


def branded(brand):
    """The same boxes under another brand: `ftyp` says what a file is called."""
    return lambda data: data[:8] + brand + data[12:]


CHAPTERS = """;FFMETADATA1
title=Töne
artist=kkmix
album=An Album
date=2026
genre=Jazz
track=3/7
comment=A comment
composer=A Composer
copyright=Nobody
[CHAPTER]
TIMEBASE=1/1000
START=0
END=100
title=First
[CHAPTER]
TIMEBASE=1/1000
START=100
END=250
title=Zweites Kapitel ü
"""


def movies(Entry, out, converted, s44, bare, texts, sound):
    """Files of boxes: MP4 and its kin, and QuickTime."""
    alac = ["-c:a", "alac"]
    converted("codec-alac.m4a", "Apple Lossless in M4A, with texts", s44, bare + alac + texts, 13230, audio=sound)
    converted("codec-alac-front.m4a", "the same with the header before the sound", s44, bare + alac + texts + ["-movflags", "+faststart"], 13230, audio=sound)
    converted("codec-alac-24.m4a", "Apple Lossless in M4A, 24 bits", s44,
              bare + ["-af", "volume=0.7", "-c:a", "alac", "-sample_fmt", "s32p", "-bits_per_raw_sample", "24"], 13230, same=True)
    converted("codec-alac-fragments.mp4", "Apple Lossless in fragments of 0.1 s", s44,
              bare + alac + ["-movflags", "frag_keyframe+empty_moov", "-frag_duration", "100000"], 13230, audio=sound)
    converted("codec-alac.mov", "Apple Lossless in QuickTime", s44, bare + alac, 13230, audio=sound)
    data = "data:text/plain;base64," + base64.b64encode(CHAPTERS.encode()).decode()
    out.append(Entry("codec-alac.m4b", "Apple Lossless in an audio book with texts and two chapters", "the same signal; ffmpeg -f ffmetadata -c:a alac; brand M4B",
                     13230, 44100, 2, source=lambda: wav_of(sweep(*s44), 44100), audio=sound, exact=False, amend=branded(b"M4B "),
                     command=["ffmpeg", "-v", "error", "-i", "{in}", "-f", "ffmetadata", "-i", data, "-map", "0:a", "-map_metadata", "1", "-bitexact"] + alac
                     + ["-f", "ipod", "{out}"]))
    for ending, brand in (("3gp", b"3gp4"), ("3g2", b"3g2a")):
        out.append(Entry(f"codec-alac.{ending}", f"Apple Lossless under the brand of {ending.upper()}", f"codec-alac.m4a with the brand {brand.decode()}", 13230, 44100, 2,
                         build=lambda brand=brand: ("codec-alac.m4a", branded(brand))))
    converted("codec-flac.mp4", "FLAC in MP4", s44, bare + ["-c:a", "flac", "-strict", "-2"], 13230, audio=sound)
    converted("codec-opus.mp4", "Opus in MP4", s44, bare + ["-c:a", "libopus", "-b:a", "64k", "-ar", "48000", "-strict", "-2"], 14400, rate=48000)
    converted("codec-mp3.mp4", "Layer III in MP4", s44, bare + ["-c:a", "libmp3lame", "-b:a", "96k"], 13230)
    converted("codec-mp2.mp4", "Layer II in MP4", s44, bare + ["-c:a", "mp2", "-b:a", "96k"], 13343)
    converted("codec-mp3.mov", "Layer III in QuickTime", s44, bare + ["-c:a", "libmp3lame", "-b:a", "96k"], 13230)
    converted("codec-ima4.mov", "IMA4 in QuickTime: whole packets of 64 frames", s44, bare + ["-c:a", "adpcm_ima_qt"], 13248)


def matroska(Entry, out, converted, s44, bare, texts, sound):
    """Files of Matroska; what nothing in them says of the encoder's delay stays."""
    opus = ["-c:a", "libopus", "-b:a", "64k", "-ar", "48000"]
    converted("codec-opus.webm", "Opus in WebM, with texts", s44, bare + opus + texts, 14400, rate=48000)
    converted("codec-opus.mka", "Opus in Matroska", s44, bare + opus, 14400, rate=48000)
    converted("codec-vorbis.webm", "Vorbis in WebM", s44, bare + ["-c:a", "libvorbis", "-q:a", "3"], 13888)
    converted("codec-vorbis.mka", "Vorbis in Matroska", s44, bare + ["-c:a", "libvorbis", "-q:a", "3"], 13888)
    converted("codec-flac.mka", "FLAC in Matroska", s44, bare + ["-c:a", "flac"], 13230, audio=sound)
    converted("codec-alac.mka", "Apple Lossless in Matroska", s44, bare + ["-c:a", "alac"], 13230, audio=sound)
    converted("codec-aac.mka", "AAC in Matroska", s44, bare + ["-c:a", "aac", "-b:a", "96k"], 14336)
    converted("codec-ac3.mka", "AC-3 in Matroska", s44, bare + ["-c:a", "ac3", "-b:a", "128k"], 13824)
    converted("codec-eac3.mka", "E-AC-3 in Matroska", s44, bare + ["-c:a", "eac3", "-b:a", "96k"], 13824)
    converted("codec-mp2.mka", "Layer II in Matroska", s44, bare + ["-c:a", "mp2", "-b:a", "96k"], 13824)
    converted("codec-mp3.mka", "Layer III in Matroska", s44, bare + ["-c:a", "libmp3lame", "-b:a", "96k"], 14335)
    data = "data:text/plain;base64," + base64.b64encode(CHAPTERS.encode()).decode()
    out.append(Entry("codec-chapters.mka", "FLAC in Matroska with texts and two chapters", "the same signal; ffmpeg -f ffmetadata -c:a flac", 13230, 44100, 2,
                     source=lambda: wav_of(sweep(*s44), 44100), audio=sound, exact=False,
                     command=["ffmpeg", "-v", "error", "-i", "{in}", "-f", "ffmetadata", "-i", data, "-map", "0:a", "-map_metadata", "1", "-bitexact", "-c:a", "flac", "{out}"]))



def ilbc(count):
    """Packets of 38 bytes, the last bit of each 0: the packet is not empty (RFC 3951, 3.8)."""
    state, packets = 1, []
    for _ in range(count):
        packet = bytearray()
        for _ in range(38):
            state = (1103515245 * state + 12345) & 0x7FFFFFFF
            packet.append(state >> 23)
        packet[37] &= 0xFE
        packets.append(bytes(packet))
    return packets


def demuxed(Entry, out, converted, s44, bare, sound):
    """What libavformat takes apart; what nothing in a file says of the encoder's delay stays."""
    mp3 = ["-c:a", "libmp3lame", "-b:a", "96k"]
    for name, what, options, frames in (
        ("wma1.wma", "WMA 1 in ASF", ["-c:a", "wmav1", "-b:a", "96k"], 12288),
        ("wma2.wma", "WMA 2 in ASF, with texts", ["-c:a", "wmav2", "-b:a", "96k", "-metadata", "title=Töne", "-metadata", "artist=kkmix"], 12288),
        ("aac.ts", "AAC in a transport stream", ["-c:a", "aac", "-b:a", "96k"], 14336), ("mp2.ts", "Layer II in a transport stream", ["-c:a", "mp2", "-b:a", "96k"], 13824),
        ("ac3.mpg", "AC-3 in a program stream", ["-c:a", "ac3", "-b:a", "128k"], 13824), ("mp3.avi", "Layer III in AVI", mp3, 14976), ("mp3.flv", "Layer III in Flash video", mp3, 14976),
        ("dts.dts", "DTS", ["-c:a", "dca", "-strict", "-2", "-b:a", "754k"], 13312), ("aac.latm", "AAC in LATM", ["-c:a", "aac", "-b:a", "96k"], 14336),
    ):
        converted(f"codec-{name}", what, s44, bare + options, frames)
    converted("codec-s16.avi", "samples in AVI", s44, bare + ["-c:a", "pcm_s16le"], 13230, audio=sound)
    converted("codec-tta.tta", "True Audio", s44, bare + ["-c:a", "tta"], 13230, audio=sound)
    for name, what, options in (("tta", "True Audio", ["-c:a", "tta"]), ("wavpack", "WavPack", ["-c:a", "wavpack"]), ("truehd", "TrueHD", ["-c:a", "truehd", "-strict", "-2"])):
        converted(f"codec-{name}.mka", f"{what} in Matroska", s44, bare + options, 13230, audio=sound)
    dts = ["-c:a", "dca", "-strict", "-2", "-b:a", "754k"]
    converted("codec-dts.mka", "DTS in Matroska", s44, bare + dts, 13312)
    converted("codec-dts.mp4", "DTS in MP4", s44, bare + dts, 13312)
    converted("codec-vorbis.mp4", "Vorbis in MP4", s44, bare + ["-c:a", "libvorbis", "-q:a", "3"], 13230)
    out.append(Entry("codec-ilbc.caf", "iLBC in CAF: 15 packets of 20 ms", "bits that no encoder made: the upper bytes of x = 1103515245 x + 12345, from 1 on", 2400, 8000, 1,
                     build=lambda: box.caf_of_constant_packets(b"ilbc", 8000, 1, 160, ilbc(15))))


def entries(Entry):
    out = []
    s44, m44, s22 = (44100, 13230, 2), (44100, 13230, 1), (22050, 6615, 2)
    m8, m11 = (8000, 2400, 1), (11025, 3307, 1)

    def encoded(name, what, signal, command, frames, rate=None, **more):
        """`frames` is what a reader delivers, counted from the format's own rules."""
        words = [word for word in command if not word.startswith("{") and word not in ("--quiet", "-v", "error", "-i", "-bitexact")]
        out.append(Entry(name, what, f"{SIGNAL if name == 'mpeg-cbr.mp3' else 'the same signal'}; {' '.join(words)}", frames, rate or signal[0], signal[2],
                         source=lambda: wav_of(sweep(*signal), signal[0]), command=command, exact=False, **more))

    lame = ["lame", "--quiet", "--noreplaygain"]
    rate = ["--resample", "44.1"]

    def mp3(name, what, signal, options, frames, program=lame):
        encoded(name, what, signal, program + options + ["{in}", "{out}"], frames)

    # Untagged, a file of 13,230 frames is 13 MPEG frames of 1152.
    mp3("mpeg-cbr.mp3", "MPEG-1 Layer III with LAME's tag", s44, rate + ["-b", "96"], 13230)
    mp3("mpeg-cbr-untagged.mp3", "the same without the tag", s44, rate + ["-b", "96", "-t"], 14976)
    mp3("mpeg-vbr.mp3", "variable bit rate", s44, rate + ["-V", "5"], 13230)
    mp3("mpeg-mono.mp3", "one channel", m44, rate + ["-b", "64", "-m", "m"], 13230)
    mp3("mpeg-mpeg2.mp3", "MPEG-2, 22.05 kHz", s22, ["--resample", "22.05", "-b", "80"], 6615)
    mp3("mpeg-mpeg25-8k.mp3", "MPEG-2.5, 8 kHz", m8, ["--resample", "8", "-b", "24"], 2400)
    mp3("mpeg-mpeg25-11k.mp3", "MPEG-2.5, 11.025 kHz, variable bit rate", m11, ["--resample", "11.025", "-V", "9"], 3307)
    mp3("mpeg-free.mp3", "free format, 100 kbit/s, no tag", s44, rate + ["--freeformat", "-b", "100", "-t"], 14976)
    mp3("mpeg-crc.mp3", "each frame with its checksum", s44, rate + ["-b", "96", "-p"], 13230)
    plain = ["lame", "--quiet"] + rate + ["-b", "64"]
    mp3("mpeg-id3v2.mp3", "texts in an ID3v2 tag", m44, ["--id3v2-only", "--tt", "Title Ünïcode", "--ta", "An Artist", "--tl", "An Album", "--tn", "3/7",
        "--ty", "1999", "--tg", "Jazz", "--tc", "A comment", "--tv", "TCOM=A Composer", "-m", "m"], 13230, plain)
    mp3("mpeg-id3v1.mp3", "texts in an ID3v1 tag", m44, ["--id3v1-only", "--tt", "Old Title", "--ta", "Old Artist", "--tl", "Old Album", "--tn", "4",
        "--ty", "1987", "--tc", "Old comment", "-m", "m"], 13230, plain)

    ffmpeg = ["ffmpeg", "-v", "error", "-i", "{in}"]
    bare = ["-bitexact", "-map_metadata", "-1"]

    def converted(name, what, signal, options, frames, **more):
        encoded(name, what, signal, ffmpeg + options + ["{out}"], frames, **more)

    converted("mpeg-layer2.mp3", "Layer II: 12 MPEG frames of 1152", s44, ["-c:a", "mp2", "-b:a", "96k", "-f", "mp2"], 13824)
    converted("mpeg-in-wav.wav", "Layer III in a WAV container", s44, ["-c:a", "libmp3lame", "-b:a", "96k", "-bitexact"], 14976)
    converted("mpeg-layer2-in.wav", "Layer II in a WAV container", s44, ["-c:a", "mp2", "-b:a", "96k", "-bitexact"], 13824)
    out.append(Entry("mpeg-layer1.mp3", "Layer I: 20 MPEG frames of 384", "built bit by bit: one sine in subband 1", 7680, 44100, 1, build=layer1))
    out.append(Entry("mpeg-layer1-in.wav", "Layer I in a WAV container", "the frames of mpeg-layer1.mp3", 7680, 44100, 1,
                     build=lambda: box.mpeg_wav(layer1(), 1, 44100, 1, 16000)))
    out.append(Entry("mpeg-vbri.mp3", "a VBRI header before untagged frames", "mpeg-cbr-untagged.mp3 behind a header frame built byte by byte", 14976, 44100, 2,
                     build=lambda: ("mpeg-cbr-untagged.mp3", vbri)))

    sound = ("s16", lambda: pack(sweep(*s44), "s16"))
    texts = ["-metadata", "title=A Title", "-metadata", "artist=An Artist"]
    converted("codec-16.flac", "FLAC, 16 bits, with texts", s44, bare + ["-c:a", "flac"] + texts, 13230, audio=sound)
    converted("codec-24.flac", "FLAC, 24 bits", s44, ["-af", "volume=0.7", "-c:a", "flac", "-sample_fmt", "s32", "-bits_per_raw_sample", "24", "-bitexact"], 13230,
              same=True)
    out.append(Entry("codec-unknown.flac", "FLAC whose header does not know the length", "codec-16.flac with a total of 0 samples", 13230, 44100, 2,
                     build=lambda: ("codec-16.flac", unknown_total)))
    pages = ["-page_duration", "50000"]
    converted("codec-vorbis.ogg", "Vorbis in short pages, with texts", s44, ["-c:a", "libvorbis", "-q:a", "3", "-bitexact"] + texts + pages, 13230)
    converted("codec-opus.opus", "Opus in short pages", s44, ["-c:a", "libopus", "-b:a", "64k", "-ar", "48000", "-bitexact"] + pages, 14400, rate=48000)
    converted("codec-16.oga", "FLAC in Ogg in short pages, 16 bits, with texts", s44, bare + ["-c:a", "flac"] + texts + pages, 13230, audio=sound)
    converted("codec-24.oga", "FLAC in Ogg, 24 bits", s44, ["-af", "volume=0.7", "-c:a", "flac", "-sample_fmt", "s32", "-bits_per_raw_sample", "24", "-bitexact"], 13230,
              same=True)
    out.append(Entry("streams.ogx", "Vorbis, Opus and FLAC side by side in Ogg", "the pages of codec-vorbis.ogg, codec-opus.opus and codec-16.oga by turns", 13230, 44100, 2,
                     build=lambda: (("codec-vorbis.ogg", "codec-opus.opus", "codec-16.oga"), side_by_side)))
    converted("codec-alac.caf", "Apple Lossless whose description lacks the depth", s44, bare + ["-c:a", "alac", "-f", "caf"], 13230, audio=sound)
    sndfile = lambda encoding: [os.path.join(os.path.dirname(os.path.abspath(__file__)), "sndfile.py"), "{in}", "{out}", encoding]
    noisy = lambda part: [[value + noise // part for value, noise in zip(channel, sig.noise(seed, 6000))] for seed, channel in enumerate(sweep(44100, 6000, 2), 21)]
    # What does not become shorter libsndfile's encoder of 20 bits writes as samples of 16: there the noise is softer.
    for bits, part in ((20, 256), (24, 256), (32, 8)):
        out.append(Entry(f"codec-alac-{bits}.caf", f"Apple Lossless, {bits} bits", f"the same signal and white noise, ±1/{2 * part}; libsndfile, {bits} bits",
                         6000, 44100, 2, source=lambda part=part: box.wav(pack(noisy(part), "s32"), "s32", 44100, 2), exact=False,
                         command=sndfile(f"alac-{bits}"),
                         audio=("s32", lambda bits=bits, part=part: pack([[value >> 32 - bits << 32 - bits for value in channel] for channel in noisy(part)], "s32"))))
    movies(Entry, out, converted, s44, bare, texts, sound)
    matroska(Entry, out, converted, s44, bare, texts, sound)
    demuxed(Entry, out, converted, s44, bare, sound)
    converted("codec-ima4.aifc", "IMA4 in AIFF-C: whole packets of 64 frames", s44, bare + ["-c:a", "adpcm_ima_qt", "-f", "aiff"], 13248)
    converted("codec-ima4.caf", "IMA4 in CAF: whole packets of 64 frames", s44, bare + ["-c:a", "adpcm_ima_qt", "-f", "caf"], 13248)
    out.append(Entry("mpeg-layer1-in.caf", "Layer I in CAF", "the frames of mpeg-layer1.mp3", 7680, 44100, 1,
                     build=lambda: mpeg_in_caf(layer1(), 1, 16000, 1, 384, 7680)))
    mpeg_in_aiff = lambda layer, channels, frames: lambda data: box.aiff(data, 16, 44100, channels, (b".mp%d" % layer, b""), frames=frames)
    out.append(Entry("mpeg-layer1-in.aifc", "Layer I in AIFF-C", "the frames of mpeg-layer1.mp3", 7680, 44100, 1, build=lambda: mpeg_in_aiff(1, 1, 7680)(layer1())))
    for name, what, parent, rate, frames, change in (
        ("mpeg-layer2-in.aifc", "Layer II in AIFF-C", "mpeg-layer2.mp3", 44100, 13824, mpeg_in_aiff(2, 2, 13824)),
        ("mpeg-in.aifc", "Layer III in AIFF-C", "mpeg-cbr.mp3", 44100, 13230, mpeg_in_aiff(3, 2, 13230)),
        ("mpeg-layer2-in.caf", "Layer II in CAF", "mpeg-layer2.mp3", 44100, 13824, lambda data: mpeg_in_caf(data, 2, 12000, 2, 1152, 13824)),
        ("mpeg-in-caf.caf", "Layer III in CAF, with its packet table", "mpeg-cbr.mp3", 44100, 13230, mp3_in_caf),
        ("codec-flac.caf", "FLAC in CAF", "codec-16.flac", 44100, 13230, flac_in_caf),
        ("codec-opus.caf", "Opus in CAF, with its packet table", "codec-opus.opus", 48000, 14400, opus_in_caf),
    ):
        out.append(Entry(name, what, f"the packets of {parent}", frames, rate, 2, build=lambda parent=parent, change=change: (parent, change)))
    converted("codec-ima.wav", "IMA ADPCM: whole blocks", s44, bare + ["-c:a", "adpcm_ima_wav"], 14238)
    converted("codec-ms.wav", "Microsoft ADPCM: whole blocks", s44, bare + ["-c:a", "adpcm_ms"], 14168)
    converted("codec-gsm.wav", "GSM 06.10: whole blocks", m8, bare + ["-c:a", "libgsm_ms"], 2560)
    for name, what, encoding in (
        ("codec-g721.wav", "G.721 ADPCM", "g721"), ("codec-nms.wav", "NMS ADPCM of 2 bits", "nms"), ("codec-gsm.aifc", "GSM 06.10 in AIFF-C", "gsm"),
        ("codec-dwvw.aifc", "DWVW of 16 bits in AIFF-C", "dwvw"), ("codec-g721.au", "G.721 ADPCM in AU", "g721"), ("codec-g723.au", "G.723 ADPCM of 3 bits in AU", "g723"),
    ):
        out.append(Entry(name, what, f"the same signal; libsndfile, {encoding}", 2400, 8000, 1, source=lambda: wav_of(sweep(*m8), 8000), exact=False,
                         command=sndfile(encoding)))

    for name, what, code, encoding in (("s16be", "16 bits", 3, "s16"), ("s24be", "24 bits", 4, "s24"), ("f32be", "float", 6, "f32")):
        out.append(Entry(f"codec-{name}.au", f"AU, {what}", "the same signal", 6615, 22050, 2,
                         build=lambda code=code, encoding=encoding: box.au(code, pack(sweep(*s22), encoding, True), 22050, 2)))
    for name, what in (("mulaw", "µ-law"), ("alaw", "A-law")):
        converted(f"codec-{name}.au", f"AU, {what}", s22, bare + ["-c:a", f"pcm_{name}"], 6615, same=True)

    for count, (mask, layout) in ID_MASKS.items():
        source = lambda count=count, mask=mask: wav_of(tones(count), 48000, mask)
        for ending, what, options, audio in (
            ("flac", "FLAC", ["-c:a", "flac", "-bitexact"], ("s16", lambda count=count: pack(tones(count), "s16"))),
            ("ogg", "Vorbis", ["-c:a", "libvorbis", "-q:a", "0", "-bitexact"], None),
            ("opus", "Opus", ["-c:a", "libopus", "-mapping_family", "1", "-b:a", f"{32 * count}k", "-bitexact"], None),
        ):
            shown = " ".join(word for word in options if word != "-bitexact")
            out.append(Entry(f"codec-id{count}.{ending}", f"{layout}, {what}", f"{TONES}; ffmpeg {shown}", 4800, 48000, count,
                             source=source, command=ffmpeg + options + ["{out}"], audio=audio, exact=False))
    return out
