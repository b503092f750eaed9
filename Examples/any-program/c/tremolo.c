/* A tremolo, as a game's audio engine would have it: tremolo OUT.raw RATE SECONDS writes mono 32-bit floats. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

static float tremolo(float sample, long frame, double rate, double depth)
{
    double lfo = 0.5 * (1 - cos(2 * pi * 6 * frame / rate));
    return (float)(sample * (1 - depth * lfo));
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: tremolo OUT.raw RATE SECONDS\n");
        return 64;
    }
    double rate = atof(argv[2]);
    long frames = (long)(atof(argv[3]) * rate);
    FILE *out = fopen(argv[1], "wb");
    if (!out) {
        perror(argv[1]);
        return 73;
    }
    for (long frame = 0; frame < frames; frame++) {
        float sample = (float)(0.5 * sin(2 * pi * 220 * frame / rate));
        float result = tremolo(sample, frame, rate, 0.6);
        fwrite(&result, sizeof result, 1, out);
    }
    return fclose(out) == 0 ? 0 : 74;
}
