const width = 20;
const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/**
 * A bar for each count, the longest for the highest; the name comes last, because no program knows how wide each script's
 * letters are. One line each. Pure.
 */
export function drawBars(counts: Readonly<Record<string, number>>): string[] {
  const all = Object.entries(counts);
  const max = Math.max(1, ...all.map(([, count]) => count));
  const digits = String(max).length;
  return all.map(([name, count]) => {
    // What is there at all is seen.
    const parts = count === 0 ? 0 : Math.max(1, Math.round((count / max) * width * 8));
    const bar = "█".repeat(Math.floor(parts / 8)) + eighths[parts % 8];
    return `${bar.padEnd(width)} ${String(count).padStart(digits)} ${name}`;
  });
}
