"""Rate, channels and exact length of an encoded file, read from its own bytes: no decoder is asked."""

import struct

BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
RATES = [44100, 48000, 32000]


def mp3(data):
    """Walks the Layer III frames; a Xing/Info frame is not audio, and its LAME delay and padding are taken off."""
    at, frames, trim, per, rate, channels = 0, 0, 0, 1152, 0, 0
    while data[at:at + 3] == b"ID3":
        size = data[at + 6] << 21 | data[at + 7] << 14 | data[at + 8] << 7 | data[at + 9]
        at += 10 + size
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] & 0xE0 == 0xE0:
        b1, b2, b3 = data[at + 1], data[at + 2], data[at + 3]
        first = b1 >> 3 & 1
        per = 1152 if first else 576
        rate = RATES[b2 >> 2 & 3] >> (0 if first else 1 if b1 >> 4 & 1 else 2)
        channels = 1 if b3 >> 6 == 3 else 2
        kilobits = (BITRATES_1 if first else BITRATES_2)[b2 >> 4]
        length = (144 if first else 72) * kilobits * 1000 // rate + (b2 >> 1 & 1)
        side = (17 if channels == 1 else 32) if first else (9 if channels == 1 else 17)
        tag = at + 4 + side
        if frames == 0 and not trim and data[tag:tag + 4] in (b"Xing", b"Info"):
            lame = tag + 120
            trim = (data[lame + 21] << 4 | data[lame + 22] >> 4) + ((data[lame + 22] & 15) << 8 | data[lame + 23])
        elif at + length <= len(data):
            frames += 1
        at += length
    return frames * per - trim, rate, channels


def flac(data):
    packed = struct.unpack(">Q", data[18:26])[0]
    return packed & (1 << 36) - 1, packed >> 44, (packed >> 41 & 7) + 1


def ogg(data):
    """The last page's granule position; Opus counts at 48 kHz and starts with its pre-skip; FLAC has STREAMINFO."""
    last, at = 0, 0
    while (at := data.find(b"OggS", at)) >= 0:
        granule = struct.unpack("<q", data[at + 6:at + 14])[0]
        last, at = max(last, granule), at + 27
    if (head := data.find(b"OpusHead")) >= 0:
        return last - struct.unpack("<H", data[head + 10:head + 12])[0], 48000, data[head + 9]
    if (head := data.find(b"\x7fFLAC")) >= 0: return flac(data[head + 9:])
    head = data.find(b"\x01vorbis")
    return last, struct.unpack("<I", data[head + 12:head + 16])[0], data[head + 11]


def caf(data):
    """Valid frames of the packet table, rate and channels of the description."""
    at, rate, channels, frames = 8, 0, 0, 0
    while at + 12 <= len(data):
        name, size = struct.unpack(">4sq", data[at:at + 12])
        if name == b"desc":
            rate, channels = int(struct.unpack(">d", data[at + 12:at + 20])[0]), struct.unpack(">I", data[at + 36:at + 40])[0]
        if name == b"pakt": frames = struct.unpack(">q", data[at + 20:at + 28])[0]
        if size < 0: break
        at += 12 + size
    return frames, rate, channels


def aac(data):
    """ADTS: 1024 frames a packet, the encoder's priming among them, for nothing tells how long it is."""
    at, packets = 0, 0
    while at + 7 <= len(data): at, packets = at + ((data[at + 3] & 3) << 11 | data[at + 4] << 3 | data[at + 5] >> 5), packets + 1
    rates = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000]
    return 1024 * packets, rates[data[2] >> 2 & 15], (data[2] & 1) << 2 | data[3] >> 6


def ac3(data):
    """The sizes of AC-3's syncframes (A/52, table 5.18) and of E-AC-3's: 1536 frames each."""
    at, packets, kilobits = 0, 0, [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
    enhanced, rate = data[5] >> 3 > 10, [48000, 44100, 32000][data[4] >> 6]
    while at + 6 <= len(data):
        code = data[at + 4] & 63
        if enhanced: words = ((data[at + 2] & 7) << 8 | data[at + 3]) + 1
        else: words = kilobits[code >> 1] * 96000 // rate + (code & 1 if rate == 44100 else 0)
        at, packets = at + 2 * words, packets + 1
    mode, fields = data[6] >> 5, int.from_bytes(data[6:8], "big")
    skipped = 3 + 2 * (mode & 1 == 1 and mode != 1) + 2 * (mode & 4 == 4) + 2 * (mode == 2)
    low = data[4] & 1 if enhanced else fields >> 15 - skipped & 1
    return 1536 * packets, rate, [2, 1, 2, 3, 3, 4, 4, 5][data[4] >> 1 & 7 if enhanced else mode] + low


def amr(data):
    """20 ms a frame, whose header says how long it is (RFC 4867, section 5.3)."""
    wide = data.startswith(b"#!AMR-WB\n")
    sizes = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1] if wide else [13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 0, 1]
    at, packets = 9 if wide else 6, 0
    while at < len(data): at, packets = at + sizes[data[at] >> 3 & 15], packets + 1
    return (320 if wide else 160) * packets, 16000 if wide else 8000, 1


READERS = {"amr": amr, "awb": amr, "aac": aac, "ac3": ac3, "eac3": ac3, "mp3": mp3, "flac": flac, "ogg": ogg, "oga": ogg, "opus": ogg, "caf": caf}
