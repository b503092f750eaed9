#!/usr/bin/env python3
"""What no program at hand encodes: Apple Lossless of any depth, and old telephone codecs, through libsndfile.

  sndfile.py IN.wav OUT ENCODING     OUT ends with caf, aifc, au or wav
"""

import ctypes
import sys


class Info(ctypes.Structure):
    _fields_ = [("frames", ctypes.c_int64), ("rate", ctypes.c_int), ("channels", ctypes.c_int), ("format", ctypes.c_int),
                ("sections", ctypes.c_int), ("seekable", ctypes.c_int)]


READ, WRITE = 0x10, 0x20
CONTAINERS = {"wav": 0x010000, "aifc": 0x020000, "au": 0x030000, "caf": 0x180000}
ENCODINGS = {"alac-16": 0x70, "alac-20": 0x71, "alac-24": 0x72, "alac-32": 0x73, "gsm": 0x20, "nms": 0x22, "g721": 0x30, "g723": 0x31, "dwvw": 0x41}


def main():
    source, target, encoding = sys.argv[1:]
    library = ctypes.CDLL("libsndfile.so.1")
    library.sf_open.restype = ctypes.c_void_p
    library.sf_readf_int.restype = library.sf_writef_int.restype = ctypes.c_int64
    info = Info()
    file = ctypes.c_void_p(library.sf_open(source.encode(), READ, ctypes.byref(info)))
    samples = (ctypes.c_int * (info.frames * info.channels))()
    count = library.sf_readf_int(file, samples, ctypes.c_int64(info.frames))
    library.sf_close(file)
    made = Info(0, info.rate, info.channels, CONTAINERS[target.rsplit(".", 1)[1]] | ENCODINGS[encoding], 0, 0)
    file = ctypes.c_void_p(library.sf_open(target.encode(), WRITE, ctypes.byref(made)))
    if not file.value or library.sf_writef_int(file, samples, ctypes.c_int64(count)) != count: sys.exit("sndfile.py: libsndfile does not write it")
    library.sf_close(file)


if __name__ == "__main__": main()
