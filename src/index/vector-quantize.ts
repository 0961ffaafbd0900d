/** Throws RangeError for what no search could compare: another length, a number that is not finite, or zeros only. */
export function checkVector(vector: Float32Array, dimensions: number): void {
  if (vector.length !== dimensions) {
    throw new RangeError(
      `Cannot compare a vector of ${vector.length} dimensions: the model has ${dimensions}`,
    );
  }
  const norm = vector.reduce((sum, x) => sum + x * x, 0);
  if (!Number.isFinite(norm) || norm < 1e-12) {
    throw new RangeError("Cannot compare a vector: it is zero or holds what is not a number");
  }
}

/** A byte a number, as far apart as they go. A cosine of two such differs by 0.002 at most. */
export function toInt8(vector: Float32Array): Buffer {
  const largest = vector.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return Buffer.from(Int8Array.from(vector, (x) => Math.round((127 * x) / largest)).buffer);
}

/** The vector of length 1 that such bytes stand for. */
export function toUnit(bytes: Buffer): Float32Array {
  const q8 = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const length = Math.sqrt(q8.reduce((sum, x) => sum + x * x, 0));
  return Float32Array.from(q8, (x) => x / length);
}

/** One bit a number, set where it is above the mean's; padded with zero bits to whole bytes, lowest bit first. */
export function toBits(vector: Float32Array, mean: Float32Array): Buffer {
  const bits = Buffer.alloc(Math.ceil(mean.length / 8));
  for (let i = 0; i < mean.length; i++) {
    if ((vector[i] ?? 0) > (mean[i] ?? 0)) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7));
  }
  return bits;
}
