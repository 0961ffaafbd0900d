import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/**
 * Resamples sound from one rate to another (Hz) with a windowed sinc filter. Its pass band ends below half of the lower
 * rate, which prevents aliasing. Adds no delay; the ends are treated as surrounded by silence.
 */
export function resample(pcm: Int16Array, from: number, to: number): Int16Array {
  if (from === to) return pcm;
  const result = new Int16Array(Math.round((pcm.length * to) / from));
  fill(result, { pcm, from, to, kernels: kernelsFor(from, to) }, 0, result.length);
  return result;
}

/** Does the same in slices, yielding to the event loop between them. After an abort the rest of the result is silence. */
export async function resampleInSlices(
  pcm: Int16Array,
  { from, to }: { readonly from: number; readonly to: number },
  signal: AbortSignal,
): Promise<Int16Array> {
  if (from === to) return pcm;
  const result = new Int16Array(Math.round((pcm.length * to) / from));
  const kernels = kernelsFor(from, to);
  const block = Math.ceil(weightsPerSlice / (2 * kernels.reach));
  for (let at = 0; at < result.length && !signal.aborted; at += block) {
    await yieldToEventLoop();
    fill(result, { pcm, from, to, kernels }, at, Math.min(at + block, result.length));
  }
  return result;
}

/** Multiplications per slice: some milliseconds on a small board. */
const weightsPerSlice = 100_000;

interface Source {
  readonly pcm: Int16Array;
  readonly from: number;
  readonly to: number;
  readonly kernels: Kernels;
}

function fill(result: Int16Array, source: Source, start: number, end: number): void {
  const { pcm, from, to, kernels } = source;
  const { phases, reach, kernel } = kernels;
  for (let i = start; i < end; i++) {
    // Position in the source in whole phases, because adding up fractions would drift.
    const place = Math.round((i * from * phases) / to);
    const first = Math.floor(place / phases) - reach + 1;
    const sample = Math.round(weigh(pcm, first, kernel(place % phases)));
    result[i] = Math.max(-32_768, Math.min(32_767, sample));
  }
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
  /** Number of positions between two source samples. */
  readonly phases: number;
  /** Source samples on each side of a kernel's centre. */
  readonly reach: number;
  /** Returns the kernel of a phase, computed once. */
  readonly kernel: (phase: number) => Float64Array;
}

/** Zero crossings of the sinc on each side; enough to keep aliasing 60 dB down. */
const crossings = 16;
/** Positions are rounded to this many phases for rates with a small common divisor. */
const maxPhases = 1024;

function kernelsFor(from: number, to: number): Kernels {
  const phases = Math.min(to / greatestDivisor(from, to), maxPhases);
  const cutoff = 0.94 * Math.min(1, to / from);
  const reach = Math.ceil(crossings / cutoff);
  const made: Float64Array[] = [];
  const kernel = (phase: number): Float64Array => {
    made[phase] ??= kernelAt(phase / phases, reach, cutoff);
    return made[phase];
  };
  return { phases, reach, kernel };
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
