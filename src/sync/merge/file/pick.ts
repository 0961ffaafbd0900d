/** Three-way choice of one value: of the side that changed it; where both did, the greater. */
export function pick<T>(
  base: T | undefined,
  a: T,
  b: T,
  isGreater: (a: T, b: T) => boolean = (x, y) => x > y,
): T {
  if (a === b || b === base) return a;
  if (a === base) return b;
  return isGreater(a, b) ? a : b;
}
