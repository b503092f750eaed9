"""Byte builders for WAV and its family, AIFF and CAF. No tool writes these headers, so each byte is a decision made here."""

import struct

from .samples import WIDTHS

WAVE_TAG = {"u8": 1, "s16": 1, "s24": 1, "s32": 1, "f32": 3, "f64": 3, "alaw": 6, "ulaw": 7}
SUBFORMAT_TAIL = bytes.fromhex("000000001000800000AA00389B71")
MASKS = {1: 0x4, 2: 0x3, 6: 0x3F, 8: 0x63F}     # 0x3F: FL FR FC LFE BL BR; 0x63F adds SL SR


def chunk(name, body, order="<", pad=True):
    return name + struct.pack(order + "I", len(body)) + body + (b"\0" if pad and len(body) % 2 else b"")


def fmt_body(encoding, rate, channels, valid=None, mask=None, order="<"):
    """The body of `fmt `: 16 bytes for integers, 18 for the other tags, 40 for WAVE_FORMAT_EXTENSIBLE."""
    width = WIDTHS[encoding]
    frame = width * channels
    extensible = valid is not None or mask is not None
    tag = 0xFFFE if extensible else WAVE_TAG[encoding]
    body = struct.pack(order + "HHIIHH", tag, channels, rate, rate * frame, frame, 8 * width)
    if extensible:
        body += struct.pack(order + "HHIH", 22, valid or 8 * width, mask or 0, WAVE_TAG[encoding]) + SUBFORMAT_TAIL
    elif tag != 1:
        body += struct.pack(order + "H", 0)
    return body


def riff(chunks, form=b"RIFF", order="<"):
    body = b"WAVE" + b"".join(chunks)
    return form + struct.pack(order + "I", len(body)) + body


def wav(data, encoding, rate, channels, valid=None, mask=None, before=(), after=(), order="<"):
    return riff([chunk(b"fmt ", fmt_body(encoding, rate, channels, valid, mask, order), order), *before,
                 chunk(b"data", data, order), *after], b"RIFX" if order == ">" else b"RIFF", order)


def mpeg_wav(data, layer, rate, channels, bytes_per_second):
    """MPEGWAVEFORMAT (mmreg.h): layers I and II under tag 0x50, which fwHeadLayer tells apart."""
    body = struct.pack("<HHIIHHH", 0x50, channels, rate, bytes_per_second, 1, 0, 22)
    body += struct.pack("<HIHHHHII", 1 << layer - 1, 8 * bytes_per_second, 8 if channels == 1 else 1, 0, 0, 16, 0, 0)
    return riff([chunk(b"fmt ", body), chunk(b"data", data)])


def rf64(data, encoding, rate, channels, mask=None, form=b"RF64"):
    """EBU Tech 3306 (RF64), ITU-R BS.2088 (BW64): the 32-bit sizes are -1, the true ones stand in `ds64`."""
    fmt = chunk(b"fmt ", fmt_body(encoding, rate, channels, None, mask))
    body = data + (b"\0" if len(data) % 2 else b"")
    size = 4 + 36 + len(fmt) + 8 + len(body)
    ds64 = chunk(b"ds64", struct.pack("<QQQI", size, len(data), len(data) // (WIDTHS[encoding] * channels), 0))
    minus = b"\xff\xff\xff\xff"
    return form + minus + b"WAVE" + ds64 + fmt + b"data" + minus + body


def w64(data, encoding, rate, channels, mask=None):
    """Sony Wave64: GUIDs for names, 64-bit sizes that count their own 24 bytes of header, chunks on multiples of 8."""
    tail = bytes.fromhex("F3ACD3118CD100C04F8EDB8A")

    def part(name, body):
        whole = name + tail + struct.pack("<Q", 24 + len(body)) + body
        return whole + bytes(-len(whole) % 8)

    parts = part(b"fmt ", fmt_body(encoding, rate, channels, None, mask)) + part(b"data", data)
    return bytes.fromhex("726966662E91CF11A5D628DB04C10000") + struct.pack("<Q", 40 + len(parts)) + b"wave" + tail + parts


def extended(rate):
    """80-bit IEEE 754 extended, big-endian, of a whole number."""
    return struct.pack(">HQ", 16383 + rate.bit_length() - 1, rate << (64 - rate.bit_length()))


def aiff(data, bits, rate, channels, compression=None, layout=None, offset=0, frames=None, width=None):
    """AIFF (1989), or AIFF-C (1991) with a compression type. `layout` is the body of a CHAN chunk."""
    count = len(data) // (channels * (width or (bits + 7) // 8)) if frames is None else frames
    comm = struct.pack(">hIh", channels, count, bits) + extended(rate)
    parts = []
    if compression:
        kind, name = compression
        comm += kind + bytes([len(name)]) + name + (b"" if len(name) % 2 else b"\0")
        parts.append(chunk(b"FVER", struct.pack(">I", 0xA2805140), ">"))
    parts.append(chunk(b"COMM", comm, ">"))
    if layout: parts.append(chunk(b"CHAN", layout, ">"))
    parts.append(chunk(b"SSND", struct.pack(">II", offset, 0) + bytes(range(offset)) + data, ">"))
    body = (b"AIFC" if compression else b"AIFF") + b"".join(parts)
    return b"FORM" + struct.pack(">I", len(body)) + body


def au(code, data, rate, channels):
    """Sun/NeXT audio: six big-endian words, and eight bytes of annotation."""
    return b".snd" + struct.pack(">IIIII", 32, len(data), code, rate, channels) + bytes(8) + data


def layout_tag(tag, bitmap=0):
    """An AudioChannelLayout without descriptions, as `chan` (CAF) and CHAN (AIFF) hold it."""
    return struct.pack(">III", tag, bitmap, 0)


USE_BITMAP = 1 << 16            # kAudioChannelLayoutTag_UseChannelBitmap
MPEG_5_1_A = 121 << 16 | 6      # L R C LFE Ls Rs
MPEG_5_1_D = 124 << 16 | 6      # C L R Ls Rs LFE


def caf(data, encoding, rate, channels, big, layout=None, unknown=False, strings=None):
    """Core Audio Format 1.0. In `desc`, flag 1 is float and flag 2 is *little*-endian. `unknown` writes a data size of -1."""
    width = WIDTHS[encoding]
    kind = encoding.encode() if encoding in ("ulaw", "alaw") else b"lpcm"
    flags = (1 if encoding[0] == "f" else 0) | (0 if big else 2)

    def part(name, body, size=None):
        return name + struct.pack(">q", len(body) if size is None else size) + body

    out = b"caff" + struct.pack(">HH", 1, 0)
    out += part(b"desc", struct.pack(">d4sIIIII", float(rate), kind, flags, width * channels, 1, channels, 8 * width))
    if layout: out += part(b"chan", layout)
    if strings:
        body = struct.pack(">I", len(strings)) + b"".join(k + b"\0" + v + b"\0" for k, v in strings)
        out += part(b"info", body)
    return out + part(b"data", struct.pack(">I", 0) + data, -1 if unknown else None)


def caf_of_packets(code, rate, channels, per_packet, packets, valid, priming=0, cookie=b""):
    """A CAF of coded packets behind their table: one number of frames for all, what the last one lacks of it among the remainder."""
    def part(name, body): return name + struct.pack(">q", len(body)) + body

    def size(number): return (bytes([number >> 7 | 0x80]) if number > 127 else b"") + bytes([number & 127])    # below 16384

    table = struct.pack(">qqii", len(packets), valid, priming, len(packets) * per_packet - valid - priming) + b"".join(size(len(p)) for p in packets)
    out = b"caff" + struct.pack(">HH", 1, 0) + part(b"desc", struct.pack(">d4sIIIII", float(rate), code, 0, 0, per_packet, channels, 0))
    if cookie: out += part(b"kuki", cookie)
    return out + part(b"pakt", table) + part(b"data", struct.pack(">I", 0) + b"".join(packets))


def caf_of_constant_packets(code, rate, channels, per_packet, packets):
    """A CAF of coded packets of one size, which need no table."""
    def part(name, body): return name + struct.pack(">q", len(body)) + body

    return (b"caff" + struct.pack(">HH", 1, 0) + part(b"desc", struct.pack(">d4sIIIII", float(rate), code, 0, len(packets[0]), per_packet, channels, 0))
            + part(b"data", struct.pack(">I", 0) + b"".join(packets)))


def stripped_mka(data):
    """AC-3 of 128 kbit/s at 44.1 kHz in Matroska without the two bytes with which every packet begins: the track's description has them (ContentCompAlgo 3)."""
    def element(id, body):
        if isinstance(body, int): body = body.to_bytes(4, "big").lstrip(b"\0") or b"\0"
        return bytes.fromhex(id) + struct.pack(">I", len(body) | 1 << 28) + body

    mark, blocks, place = data[:2], b"", 0
    while place < len(data):
        size = 2 * (128 * 1536000 // (44100 * 16) + (data[place + 4] & 1))
        assert data[place:place + 2] == mark
        time = round(place / size * 1536 / 44.1)
        blocks += element("A3", b"\x81" + struct.pack(">hB", time, 0x80) + data[place + 2:place + size])
        place += size
    encoding = element("6240", element("5031", 0) + element("5032", 1) + element("5033", 0) + element("5034", element("4254", 3) + element("4255", mark)))
    track = (element("D7", 1) + element("73C5", 1) + element("83", 2) + element("86", b"A_AC3") + element("6D80", encoding)
             + element("E1", element("B5", struct.pack(">d", 44100)) + element("9F", 2)))
    head = element("4286", 1) + element("42F7", 1) + element("42F2", 4) + element("42F3", 8) + element("4282", b"matroska") + element("4287", 4) + element("4285", 2)
    body = (element("1549A966", element("2AD7B1", 1000000) + element("4D80", b"kkmix") + element("5741", b"kkmix")) + element("1654AE6B", element("AE", track))
            + element("1F43B675", element("E7", 0) + blocks))
    return element("1A45DFA3", head) + element("18538067", body)


def packet_table(data, frames, per_packet):
    """A CAF with the numbers of valid and left-over frames of its packet table set; ffmpeg writes whole packets."""
    at = data.index(b"pakt") + 12
    packets = struct.unpack(">q", data[at:at + 8])[0]
    return data[:at + 8] + struct.pack(">qii", frames, 0, packets * per_packet - frames) + data[at + 24:]
