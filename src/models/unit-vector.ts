/** Copies numbers into a vector of unit length; nothing where one is not finite or all are zero. */
export function toUnitVector(numbers: ArrayLike<number>): Float32Array | undefined {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) {
    const x = numbers[i] ?? 0;
    sum += x * x;
  }
  const norm = Math.sqrt(sum);
  if (!Number.isFinite(norm) || norm < 1e-12) return undefined;
  const unit = new Float32Array(numbers.length);
  for (let i = 0; i < unit.length; i++) unit[i] = (numbers[i] ?? 0) / norm;
  return unit;
}
