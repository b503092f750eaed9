"""Signals for the fixtures, in whole numbers only.

A signal is a list of channels, a channel a list of Python integers; full scale is 2**31. No libm function is
called, so every machine makes the same numbers: sines come from a recurrence in 96-bit fixed point, noise from
SplitMix64, decays and formants from integer multiplications and shifts.
"""

FULL = 1 << 31          # 0 dBFS
BITS = 96               # fraction bits of the fixed-point arithmetic
ONE = 1 << BITS
MASK64 = (1 << 64) - 1


def _arctan_inverse(x):
    """arctan(1/x) in fixed point, by its Taylor series."""
    total, term, n = 0, ONE // x, 1
    while term:
        total += term // n if n % 4 == 1 else -(term // n)
        term //= x * x
        n += 2
    return total


PI = 4 * (4 * _arctan_inverse(5) - _arctan_inverse(239))    # Machin, 1706


def _sine_cosine(angle):
    """sin and cos of a small fixed-point angle (0 ... pi), by Taylor series."""
    sine, cosine, term, n = 0, 0, ONE, 0
    while term:
        quarter = n % 4
        if quarter == 0: cosine += term
        elif quarter == 1: sine += term
        elif quarter == 2: cosine -= term
        else: sine -= term
        n += 1
        term = ((term * angle) >> BITS) // n
    return sine, cosine


def sine(millihertz, rate, frames, amplitude=FULL // 2, cosine=False):
    """round(amplitude * sin(2 pi f n / rate)); the frequency is in thousandths of a hertz, so that it is whole."""
    s, c = _sine_cosine(2 * PI * millihertz // (1000 * rate))
    if cosine:
        before, now = c, ONE
    else:
        before, now = -s, 0
    twice, half, out = 2 * c, 1 << (BITS - 1), []
    for _ in range(frames):
        out.append((now * amplitude + half) >> BITS)
        before, now = now, ((twice * now) >> BITS) - before
    return out


def noise(seed, frames, amplitude=FULL // 2):
    """White noise in -amplitude ... amplitude from SplitMix64 (Steele, Lea, Flood 2014)."""
    out, state = [], seed & MASK64
    for _ in range(frames):
        state = (state + 0x9E3779B97F4A7C15) & MASK64
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
        z ^= z >> 31
        out.append(((z >> 32) - (1 << 31)) * amplitude >> 31)
    return out


def constant(value, frames):
    return [value] * frames


def decay(channel, halving, attack=32):
    """The channel under an envelope that halves every `halving` frames (a straight line in between) after a short rise."""
    out = []
    for n, v in enumerate(channel):
        whole, part = divmod(n, halving)
        level = ((2 * halving - part) << 24) // (2 * halving) >> whole
        if n < attack: level = level * n // attack
        out.append(v * level >> 24)
    return out


def add(into, channel, at=0, gain=256):
    """into[at...] += channel * gain / 256, cut at the end."""
    for n, v in enumerate(channel[:max(0, len(into) - at)]):
        into[at + n] += v * gain >> 8


def resonator(channel, hertz, width, rate):
    """Two poles at `hertz` with a bandwidth of `width`; about unity at the peak."""
    radius = ONE - PI * width // rate
    _, c = _sine_cosine(2 * PI * hertz // rate)
    a1, a2 = (2 * radius * c) >> (BITS + BITS - 32), (radius * radius) >> (BITS + BITS - 32)
    gain = 2 * PI * width // rate >> (BITS - 32)
    y1 = y2 = 0
    out = []
    for x in channel:
        y = (gain * x + a1 * y1 - a2 * y2) >> 32
        out.append(y)
        y2, y1 = y1, y
    return out


def music(rate, frames, seed=1):
    """Two chords that die away, a kick, a snare and a hat; left and right differ."""
    left, right = [0] * frames, [0] * frames
    beat = rate // 4
    chords = [(220000, 277183, 329628, 440000), (196000, 246942, 293665, 493883)]
    for bar, chord in enumerate(chords):
        start = bar * 2 * beat
        if start >= frames: break
        for voice, pitch in enumerate(chord):
            note = decay(sine(pitch, rate, frames - start, FULL // 9), rate // 5)
            for n, v in enumerate(decay(sine(2 * pitch, rate, frames - start, FULL // 24), rate // 9)): note[n] += v
            add(left, note, start, 256 - 48 * voice)
            add(right, note, start, 112 + 48 * voice)
    for step in range(0, frames * 2 // beat + 1):
        start = step * beat // 2
        if start >= frames: break
        hat = decay(noise(seed * 1000 + step, rate // 30, FULL // 14), rate // 150)
        add(left, hat, start, 160)
        add(right, hat, start, 256)
        if step % 4 == 0:
            kick = decay(sine(55000, rate, rate // 5, FULL * 2 // 5), rate // 25)
            add(left, kick, start)
            add(right, kick, start)
        if step % 4 == 2:
            snare = decay(noise(seed * 77 + step, rate // 8, FULL // 4), rate // 45, 8)
            add(left, snare, start, 256)
            add(right, snare, start, 200)
    return [left, right]


def speech(rate, frames, seed=1):
    """A pulse train through formants, with hisses and pauses: one channel."""
    syllables = [(700, 1220, 2600), (0, 0, 0), (300, 2300, 3000), (450, 800, 2830), (0, 0, 0), (530, 1840, 2480)]
    out, at, index = [0] * frames, rate // 40, 0
    while at < frames:
        f1, f2, f3 = syllables[index % len(syllables)]
        length = min(rate * (9 + 2 * (index % 3)) // 64, frames - at)
        if f1:
            pulses, period, clock = [0] * length, rate // 118, 0
            for n in range(length):
                if clock <= 0:
                    pulses[n] = FULL
                    period += 1 if n % 3 else 0
                    clock = period
                clock -= 1
            voice = [0] * length
            for hertz, width, gain in ((f1, 90, 640), (f2, 110, 420), (f3, 160, 260)):
                add(voice, resonator(pulses, hertz, width, rate), 0, gain)
            fade = rate // 100
            for n in range(length):
                edge = min(n, length - 1 - n, fade)
                voice[n] = voice[n] * edge // fade
            add(out, voice, at, 300)
        elif index % 2:
            add(out, decay(noise(seed * 31 + index, length, FULL // 8), rate // 20, rate // 100), at)
        at += length + rate // 20
        index += 1
    return [out]
