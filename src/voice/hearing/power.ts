/** Returns the mean power of samples; 1 for a square wave of full scale. */
export function powerOf(pcm: Int16Array): number {
  let sum = 0;
  for (const sample of pcm) sum += sample * sample;
  return pcm.length === 0 ? 0 : sum / pcm.length / fullScale;
}

const fullScale = 32_768 ** 2;

/** Converts power to dBFS, at least `faintest`, which is digital silence. */
export function powerToLevel(power: number): number {
  return Math.max(faintest, 10 * Math.log10(power));
}

const faintest = -96;

/** Returns the mean of powers; 0 for an empty list. */
export function meanOf(powers: readonly number[]): number {
  return powers.length === 0 ? 0 : powers.reduce((sum, power) => sum + power, 0) / powers.length;
}
