"""Encodes a file as AMR wide-band, for which neither sox nor ffmpeg has an encoder: amr_wb.py IN.wav OUT.awb, or - for standard output. Needs sox and libvo-amrwbenc."""

import ctypes
import subprocess
import sys

SAMPLES, LONGEST, MODE = 320, 61, 2


def encode(pcm):
    library = ctypes.CDLL("libvo-amrwbenc.so.0")
    library.E_IF_init.restype = ctypes.c_void_p
    state = ctypes.c_void_p(library.E_IF_init())
    out = b"#!AMR-WB\n"
    for at in range(0, len(pcm), 2 * SAMPLES):
        frame = pcm[at:at + 2 * SAMPLES].ljust(2 * SAMPLES, b"\0")
        packet = ctypes.create_string_buffer(LONGEST)
        size = library.E_IF_encode(state, MODE, ctypes.c_char_p(frame), packet, 0)
        out += packet.raw[:size]
    return out


if __name__ == "__main__":
    pcm = subprocess.run(["sox", sys.argv[1], "-r", "16000", "-c", "1", "-t", "s16", "-"], check=True, capture_output=True).stdout
    with open(1 if sys.argv[2] == "-" else sys.argv[2], "wb") as file: file.write(encode(pcm))
