import { figureText, short, type TakenFigure, verdict } from "./figures.ts";

/** Markdown tables, one a measurement with a column for each size: what `docs/benchmarks.md` shows. */
export function toTables(figures: readonly TakenFigure[]): string {
  const byMeasurement = Map.groupBy(figures, ({ measurement }) => measurement);
  return [...byMeasurement].map(([name, list]) => toTable(name, list)).join("\n");
}

function toTable(name: string, figures: readonly TakenFigure[]): string {
  const sizes = [...new Set(figures.map(({ size }) => size))];
  const columns = sizes.map((size) => figures.filter((figure) => figure.size === size));
  const [first = []] = columns;
  const rows = first.map(({ what }, i) => {
    const figuresOfRow = columns.flatMap((column) => column[i] ?? []);
    return row([what, ...figuresOfRow.map(cell), budgetOf(figuresOfRow)]);
  });
  const counted = figures[0]?.counted;
  const head = [name, ...sizes.map((size) => `${size.toLocaleString("en")} ${counted}`), "budget"];
  const notes = notesOf(figures);
  const loads = sizes.map(
    (size, i) => `${columns[i]?.at(-1)?.load} at ${size.toLocaleString("en")}`,
  );
  const load = `- load average at the end: ${loads.join(", ")}`;
  return `${[row(head), row(head.map(() => "---")), ...rows].join("\n")}\n\n${[...notes, load].join("\n")}\n`;
}

/** A note that holds at every size is told once. */
function notesOf(figures: readonly TakenFigure[]): string[] {
  const noted = figures.filter(({ note }) => note !== undefined);
  const byNote = Map.groupBy(noted, ({ what, note }) => `${what}: ${note}`);
  return [...byNote].map(([line, [first, ...more]]) =>
    more.length > 0 || first === undefined
      ? `- ${line}`
      : `- at ${first.size.toLocaleString("en")}, ${line}`,
  );
}

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

function cell(figure: TakenFigure): string {
  return `${figureText(figure)}${verdict(figure) === "OVER" ? " **over**" : ""}`;
}

/** The budgets of a row, a size each: `0.5 / 3 / 30 s`, `– / 0.5× exact scan`. */
function budgetOf(figures: readonly TakenFigure[]): string {
  const known = figures.find(({ budget }) => budget !== undefined);
  if (known === undefined) return "";
  const limits = figures.map(({ budget }) => (budget === undefined ? "–" : short(budget.max)));
  const { to } = known.budget ?? {};
  return `${limits.join(" / ")}${to === undefined ? ` ${known.unit}` : `× ${to}`}`;
}
