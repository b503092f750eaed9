#!/bin/sh
# The jingle of a podcast: a plucked chord, an echo, and a fade. Writes headerless PCM to standard output.
set -eu
sox -D -R -n -t raw -e signed -b 16 -L -r 48000 -c 2 - \
    synth 1.2 pluck C3 pluck G3 gain -9 echo 0.8 0.7 90 0.25 fade t 0.01 1.2 0.3
