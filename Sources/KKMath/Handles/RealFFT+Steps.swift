/// Four complex numbers, or four of four lanes.
private struct Four<Lane> {
    var r0, i0, r1, i1, r2, i2, r3, i3: Lane
}

extension RealFFT {
    /// One step of four: the transforms of four numbers that are a quarter of the length apart, turned, and put side by side.
    ///
    /// The numbers come in runs of `stride`, a multiple of 4, that share a root.
    @unsafe
    func step(
        _ from: UnsafeMutablePointer<Float>, _ to: UnsafeMutablePointer<Float>, _ table: UnsafeMutablePointer<Float>, quarter: Int, stride: Int
    ) {
        let far = stride * quarter
        for p in 0..<quarter {
            let w = unsafe table + 6 * p
            let w1r = unsafe Lanes(repeating: w[0]), w1i = unsafe Lanes(repeating: w[1])
            let w2r = unsafe Lanes(repeating: w[2]), w2i = unsafe Lanes(repeating: w[3])
            let w3r = unsafe Lanes(repeating: w[4]), w3i = unsafe Lanes(repeating: w[5])
            var x = unsafe from + stride * p, y = unsafe to + 4 * stride * p
            var left = stride
            while left > 0 {
                let z = unsafe butterfly(x, far, w1r, w1i, w2r, w2i, w3r, w3i)
                unsafe store(z.r0, y)
                unsafe store(z.i0, y + count)
                unsafe store(z.r1, y + stride)
                unsafe store(z.i1, y + stride + count)
                unsafe store(z.r2, y + 2 * stride)
                unsafe store(z.i2, y + 2 * stride + count)
                unsafe store(z.r3, y + 3 * stride)
                unsafe store(z.i3, y + 3 * stride + count)
                unsafe x += 4
                unsafe y += 4
                left -= 4
            }
        }
    }

    /// The first step, in which every run is one number: four roots at a time. The length is a multiple of 16.
    @unsafe
    func firstStep(_ from: UnsafeMutablePointer<Float>, _ to: UnsafeMutablePointer<Float>, _ table: UnsafeMutablePointer<Float>) {
        let quarter = count / 4
        var p = 0
        while p < quarter {
            let w = unsafe table + p
            let z = unsafe butterfly(
                from + p, quarter, lanes(w), lanes(w + quarter), lanes(w + 2 * quarter), lanes(w + 3 * quarter), lanes(w + 4 * quarter),
                lanes(w + 5 * quarter))
            unsafe storeAcross(z.r0, z.r1, z.r2, z.r3, to + 4 * p)
            unsafe storeAcross(z.i0, z.i1, z.i2, z.i3, to + 4 * p + count)
            p += 4
        }
    }

    /// The first step of 4 or 8 numbers.
    @unsafe
    func smallStep(_ from: UnsafeMutablePointer<Float>, _ to: UnsafeMutablePointer<Float>, _ table: UnsafeMutablePointer<Float>) {
        let quarter = count / 4
        for p in 0..<quarter {
            let ar = unsafe from[p], br = unsafe from[p + quarter], cr = unsafe from[p + 2 * quarter], dr = unsafe from[p + 3 * quarter]
            let im = unsafe from + count
            let ai = unsafe im[p], bi = unsafe im[p + quarter], ci = unsafe im[p + 2 * quarter], di = unsafe im[p + 3 * quarter]
            let real = Lanes((ar + cr) + (br + dr), (ar - cr) + (bi - di), (ar + cr) - (br + dr), (ar - cr) - (bi - di))
            let imaginary = Lanes((ai + ci) + (bi + di), (ai - ci) - (br - dr), (ai + ci) - (bi + di), (ai - ci) + (br - dr))
            unsafe to[4 * p] = real[0]
            unsafe to[4 * p + count] = imaginary[0]
            for power in 1...3 {
                let wr = unsafe table[2 * (power - 1) * quarter + p], wi = unsafe table[(2 * power - 1) * quarter + p]
                unsafe to[4 * p + power] = real[power] * wr - imaginary[power] * wi
                unsafe to[4 * p + power + count] = real[power] * wi + imaginary[power] * wr
            }
        }
    }

    private typealias Lanes = SIMD4<Float>

    @unsafe @inline(__always)
    private func lanes(_ place: UnsafeMutablePointer<Float>) -> Lanes {
        unsafe UnsafeRawPointer(place).loadUnaligned(as: Lanes.self)
    }

    @unsafe @inline(__always)
    private func store(_ value: Lanes, _ place: UnsafeMutablePointer<Float>) {
        unsafe UnsafeMutableRawPointer(place).storeBytes(of: value, as: Lanes.self)
    }

    /// Four columns as rows.
    @unsafe @inline(__always)
    private func storeAcross(_ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes, _ place: UnsafeMutablePointer<Float>) {
        unsafe store(Lanes(a[0], b[0], c[0], d[0]), place)
        unsafe store(Lanes(a[1], b[1], c[1], d[1]), place + 4)
        unsafe store(Lanes(a[2], b[2], c[2], d[2]), place + 8)
        unsafe store(Lanes(a[3], b[3], c[3], d[3]), place + 12)
    }

    @unsafe @inline(__always)
    private func butterfly(
        _ x: UnsafeMutablePointer<Float>, _ far: Int, _ w1r: Lanes, _ w1i: Lanes, _ w2r: Lanes, _ w2i: Lanes, _ w3r: Lanes, _ w3i: Lanes
    ) -> Four<Lanes> {
        let ar = unsafe lanes(x), br = unsafe lanes(x + far), cr = unsafe lanes(x + 2 * far), dr = unsafe lanes(x + 3 * far)
        let im = unsafe x + count
        let ai = unsafe lanes(im), bi = unsafe lanes(im + far), ci = unsafe lanes(im + 2 * far), di = unsafe lanes(im + 3 * far)
        let acr = ar + cr, aci = ai + ci, bdr = br + dr, bdi = bi + di
        let er = ar - cr, ei = ai - ci, fr = br - dr, fi = bi - di
        let r1 = er + fi, i1 = ei - fr, r2 = acr - bdr, i2 = aci - bdi, r3 = er - fi, i3 = ei + fr
        return Four(
            r0: acr + bdr, i0: aci + bdi, r1: r1 * w1r - i1 * w1i, i1: r1 * w1i + i1 * w1r, r2: r2 * w2r - i2 * w2i, i2: r2 * w2i + i2 * w2r,
            r3: r3 * w3r - i3 * w3i, i3: r3 * w3i + i3 * w3r)
    }
}
