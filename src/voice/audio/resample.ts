/**
 * The same sound at another rate: a windowed sinc whose pass band ends below half of the lower rate, so that nothing
 * folds back into speech. No delay; the ends are as if silence lay around them.
 */
export function resample(pcm: Int16Array, from: number, to: number): Int16Array {
  if (from === to) return pcm;
  const count = Math.round((pcm.length * to) / from);
  const { phases, reach, kernels } = kernelsFor(from, to);
  const result = new Int16Array(count);
  for (let i = 0; i < count; i++) {
    // The place in the source, in whole phases: sums of fractions would drift.
    const place = Math.round((i * from * phases) / to);
    const kernel = kernels[place % phases];
    if (kernel === undefined) break;
    const first = Math.floor(place / phases) - reach + 1;
    result[i] = Math.max(-32_768, Math.min(32_767, Math.round(weigh(pcm, first, kernel))));
  }
  return result;
}

function weigh(pcm: Int16Array, first: number, kernel: Float64Array): number {
  let sum = 0;
  const end = Math.min(kernel.length, pcm.length - first);
  for (let k = Math.max(0, -first); k < end; k++) {
    sum += (pcm[first + k] ?? 0) * (kernel[k] ?? 0);
  }
  return sum;
}

interface Kernels {
  /** Into how many places the step between two samples is divided. */
  readonly phases: number;
  /** Samples that a kernel takes in on each side. */
  readonly reach: number;
  readonly kernels: readonly Float64Array[];
}

/** Zero crossings on each side: 60 dB down where folding begins to be heard. */
const crossings = 16;
/** Rates that have next to nothing in common are rounded to so many places. */
const mostPhases = 1024;

function kernelsFor(from: number, to: number): Kernels {
  const phases = Math.min(to / greatestDivisor(from, to), mostPhases);
  const cutoff = 0.94 * Math.min(1, to / from);
  const reach = Math.ceil(crossings / cutoff);
  const kernels = Array.from({ length: phases }, (_, phase) =>
    kernelAt(phase / phases, reach, cutoff),
  );
  return { phases, reach, kernels };
}

function kernelAt(fraction: number, reach: number, cutoff: number): Float64Array {
  const kernel = Float64Array.from({ length: 2 * reach }, (_, k) => {
    const x = k - reach + 1 - fraction;
    return cutoff * sinc(cutoff * x) * blackman(x / reach);
  });
  const sum = kernel.reduce((total, weight) => total + weight, 0);
  return kernel.map((weight) => weight / sum);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Blackman's window over -1 to 1. */
function blackman(x: number): number {
  if (Math.abs(x) >= 1) return 0;
  return 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x);
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
