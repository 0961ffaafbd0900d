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

/** Of two lines `key: value`: by number where both are numbers, else by spelling, which puts later dates last. */
export function isGreaterValue(a: string, b: string): boolean {
  const [x, y] = [numberIn(a), numberIn(b)];
  return x !== undefined && y !== undefined && x !== y ? x > y : a > b;
}

function numberIn(line: string): number | undefined {
  const digits = /: *(-?\d{1,15}(?:\.\d{1,9})?)$/.exec(line)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
