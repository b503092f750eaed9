#!/usr/bin/env python3
"""What no program at hand encodes: Apple Lossless of any depth, through libsndfile.

  sndfile.py IN.wav OUT.caf DEPTH     DEPTH: 16, 20, 24 or 32; the input's samples are of 32 bits
"""

import ctypes
import sys


class Info(ctypes.Structure):
    _fields_ = [("frames", ctypes.c_int64), ("rate", ctypes.c_int), ("channels", ctypes.c_int), ("format", ctypes.c_int),
                ("sections", ctypes.c_int), ("seekable", ctypes.c_int)]


CAF, READ, WRITE = 0x180000, 0x10, 0x20
ENCODINGS = {"16": 0x70, "20": 0x71, "24": 0x72, "32": 0x73}


def main():
    source, target, depth = sys.argv[1:]
    library = ctypes.CDLL("libsndfile.so.1")
    library.sf_open.restype = ctypes.c_void_p
    library.sf_readf_int.restype = library.sf_writef_int.restype = ctypes.c_int64
    info = Info()
    file = ctypes.c_void_p(library.sf_open(source.encode(), READ, ctypes.byref(info)))
    samples = (ctypes.c_int * (info.frames * info.channels))()
    count = library.sf_readf_int(file, samples, ctypes.c_int64(info.frames))
    library.sf_close(file)
    made = Info(0, info.rate, info.channels, CAF | ENCODINGS[depth], 0, 0)
    file = ctypes.c_void_p(library.sf_open(target.encode(), WRITE, ctypes.byref(made)))
    if not file.value or library.sf_writef_int(file, samples, ctypes.c_int64(count)) != count: sys.exit("sndfile.py: libsndfile does not write it")
    library.sf_close(file)


if __name__ == "__main__": main()
