/**
 * Resamples speech from one rate to another (Hz) with a triangular filter: each sample is the weighted mean of those
 * around its place. Adds no delay.
 */
export function resample(pcm: Int16Array, from: number, to: number): Int16Array {
  if (from === to) return pcm;
  const step = from / to;
  const reach = Math.max(1, step);
  return Int16Array.from({ length: Math.round(pcm.length / step) }, (_, i) => {
    const centre = i * step;
    let sum = 0;
    let weights = 0;
    const last = Math.min(pcm.length - 1, Math.ceil(centre + reach) - 1);
    for (let k = Math.max(0, Math.floor(centre - reach) + 1); k <= last; k++) {
      const weight = 1 - Math.abs(k - centre) / reach;
      sum += weight * (pcm[k] ?? 0);
      weights += weight;
    }
    return weights === 0 ? 0 : Math.round(sum / weights);
  });
}
