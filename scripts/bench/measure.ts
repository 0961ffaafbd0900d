/** One result of a measurement. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: "ms" | "s" | "MB" | "kB" | "turns";
  /** What was measured beside it in the same run, in the same unit, by name. */
  readonly beside?: Readonly<Record<string, number>>;
  /** The most that DESIGN.md allows: a value, or a ratio to what `to` names in `beside`. */
  readonly max?: number | undefined;
  readonly to?: string;
  readonly note?: string;
}

export const figure = (
  what: string,
  value: number,
  unit: Figure["unit"],
  more: Partial<Figure> = {},
): Figure => ({ what, value, unit, ...more });

/** The median and the 95th percentile of some times (ms); `max` is for the latter. */
export function figuresOf(
  what: string,
  times: readonly number[],
  more: { readonly max?: number | undefined; readonly note?: string } = {},
  others: Readonly<Record<string, readonly number[]>> = {},
): Figure[] {
  const at = (share: number, own: Partial<Figure>): Figure => {
    const beside = Object.entries(others).map(([name, list]) => [name, percentile(list, share)]);
    const found = { ...own, beside: Object.fromEntries(beside) };
    return figure(`${what}, p${share * 100}`, percentile(times, share), "ms", found);
  };
  const { max, note } = more;
  return [at(0.5, note === undefined ? {} : { note }), at(0.95, { max })];
}

export function isOver({ value, beside = {}, max, to }: Figure): boolean {
  return max !== undefined && value / (to === undefined ? 1 : (beside[to] ?? 0)) > max;
}

/** `12 ms (0.6× exact scan), over 10; 800 rows` */
export function figureText(one: Figure): string {
  const { value, unit, beside = {}, max = 0, to, note } = one;
  const ratios = Object.entries(beside).map(([name, other]) => `${short(value / other)}× ${name}`);
  const compared = ratios.length > 0 ? ` (${ratios.join(", ")})` : "";
  const over = isOver(one) ? `, OVER ${short(max)} ${to ?? unit}` : "";
  return `${short(value)} ${unit}${compared}${over}${note ? `; ${note}` : ""}`;
}

/** Three digits are as many as such measurements are worth. */
export const short = (value: number): string =>
  value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));

/** The smallest value that at least this share (0 to 1) of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new RangeError("No values");
  return value;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export interface Took {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** What work in this process takes. */
export async function timed(work: () => unknown): Promise<Took> {
  const startedAt = performance.now();
  const used = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(used);
  return { wallMs: performance.now() - startedAt, cpuMs: (user + system) / 1_000 };
}

/** Does it so often, one after the other. */
export async function repeat<T>(times: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = 0; n < times; n++) results.push(await work(n));
  return results;
}

/** The median of each time of many runs. */
export const typical = (runs: readonly Took[]): Took => ({
  wallMs: median(runs.map(({ wallMs }) => wallMs)),
  cpuMs: median(runs.map(({ cpuMs }) => cpuMs)),
});

/** A Markdown table. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
}
