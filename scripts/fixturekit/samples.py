"""From whole numbers at 2**31 to the bytes of a sample format, rounded to nearest (halves up) and clipped."""

import struct

WIDTHS = {"u8": 1, "s8": 1, "s16": 2, "s24": 3, "s32": 4, "f32": 4, "f64": 8, "ulaw": 1, "alaw": 1}


def quantize(value, bits):
    shift = 32 - bits
    if shift:
        value = (value + (1 << (shift - 1))) >> shift
    top = 1 << (bits - 1)
    return max(-top, min(top - 1, value))


def ulaw(v):
    """ITU-T G.711 table 2, from 16-bit linear."""
    sign = 0x80 if v < 0 else 0
    v = min(-v if v < 0 else v, 32635) + 132
    segment = v.bit_length() - 8
    return ~(sign | segment << 4 | v >> segment + 3 & 15) & 255


def alaw(v):
    """ITU-T G.711 table 1, from 16-bit linear."""
    sign = 0x80 if v >= 0 else 0
    v = (v if v >= 0 else -v - 1) >> 3
    v = min(v, 4095)
    segment = max(0, v.bit_length() - 5)
    code = segment << 4 | (v >> max(1, segment) & 15)
    return (sign | code) ^ 0x55


def pack(channels, encoding, big=False, valid=None):
    """Interleaved bytes. `valid` bits below the container's width leave zeros at the low end (high-aligned)."""
    if not channels or not channels[0]: return b""
    flat = [v for frame in zip(*channels) for v in frame]
    order = "big" if big else "little"
    if encoding in ("f32", "f64"):
        letter = (">" if big else "<") + str(len(flat)) + ("f" if encoding == "f32" else "d")
        return struct.pack(letter, *[v if isinstance(v, float) else v / 2147483648.0 for v in flat])
    if encoding == "u8": return bytes(quantize(v, 8) + 128 for v in flat)
    if encoding == "s8": return bytes(quantize(v, 8) & 255 for v in flat)
    if encoding == "ulaw": return bytes(ulaw(quantize(v, 16)) for v in flat)
    if encoding == "alaw": return bytes(alaw(quantize(v, 16)) for v in flat)
    width = WIDTHS[encoding]
    bits = valid or 8 * width
    lift = 8 * width - bits
    return b"".join((quantize(v, bits) << lift).to_bytes(width, order, signed=True) for v in flat)
