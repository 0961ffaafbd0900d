import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/**
 * Makes the README's recorded terminal, docs/images/terminal.svg, from what the commands really answer in a new vault:
 * `node scripts/record-terminal.ts`. Needs git for the last command. What differs between runs (the key in the address,
 * today's date, the id of the conversation) is replaced, so that the picture changes only when Loci does.
 */
const root = resolve(import.meta.dirname, "..");
const columns = 106;
const colours = { shell: "#e6e1d6", typed: "#e6e1d6", prompt: "#d98a5b", said: "#b3ab9d" };

type Kind = "shell" | "typed" | "said";
interface Line {
  readonly kind: Kind;
  readonly text: string;
}

const home = mkdtempSync(join(tmpdir(), "loci-terminal-"));
// The site would be ready, and say so, sooner or later than the answers.
const settings = { LOCI_SERVER_PORT: "0", LOCI_SITE_ENABLED: "false" };
const env = { ...process.env, HOME: home, XDG_STATE_HOME: home, ...settings };
try {
  const lines = [...(await talk()), ...shellLines()];
  writeFileSync(join(root, "docs", "images", "terminal.svg"), draw(lines));
  console.log(lines.map(({ text }) => text).join("\n"));
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** What `npm start` runs, without npm's own lines. */
async function talk(): Promise<Line[]> {
  const args = [join(root, "src/cli/main.ts"), "up", "--vault", "my-vault", "--create"];
  const loci = spawn(process.execPath, args, { cwd: home, env });
  const lines: Line[] = [{ kind: "shell", text: "npm start" }, ...(await said(loci, /^Sync:/m))];
  for (const [text, answer] of [
    ["remember that the garden hose leaks at the tap", /^· topic/m],
    ["which rice for paella?", /bomba/],
  ] as const) {
    loci.stdin.write(`${text}\n`);
    lines.push({ kind: "typed", text }, ...(await said(loci, answer)));
  }
  loci.stdin.end();
  await new Promise((done) => loci.once("close", done));
  return lines;
}

function shellLines(): Line[] {
  const cwd = join(home, "my-vault");
  const typed = ["grep hose topics/garden.md", "git log --format=%s topics/garden.md"];
  return [
    { kind: "shell", text: "cd my-vault" },
    ...typed.flatMap((text): Line[] => [
      { kind: "shell", text },
      ...toLines(execFileSync("sh", ["-c", text], { cwd, env, encoding: "utf8" })),
    ]),
  ];
}

/** What a process writes until a whole line fits. */
function said({ stdout, stderr }: ChildProcess, last: RegExp): Promise<Line[]> {
  const streams = [stdout, stderr];
  return new Promise((done, reject) => {
    let text = "";
    const timer = setTimeout(() => reject(new Error(`No ${last} in: ${text}`)), 60_000);
    const read = (part: string) => {
      text += part;
      if (!last.test(text) || !text.endsWith("\n")) return;
      clearTimeout(timer);
      for (const stream of streams) stream?.off("data", read);
      done(toLines(text));
    };
    for (const stream of streams) stream?.setEncoding("utf8").on("data", read);
  });
}

function toLines(text: string): Line[] {
  const lines = settle(text).trimEnd().split("\n");
  return lines.map((line) => ({ kind: "said", text: line }));
}

function settle(text: string): string {
  return text
    .replaceAll(home, "~")
    .replace(/127\.0\.0\.1:\d+\/#code=\S+/g, "127.0.0.1:5624/#code=…")
    .replaceAll(new Date().toLocaleDateString("sv"), "2026-11-28");
}

/** Lines appear one after the other where a viewer plays CSS; any other shows them all at once. */
function draw(lines: readonly Line[]): string {
  let seconds = 0;
  const texts = lines.map(({ kind, text }, row) => {
    seconds += kind === "said" ? 0.25 : 1.5;
    const mark = kind === "shell" ? "$ " : "> ";
    const prompt =
      kind === "said" ? "" : `<tspan fill="${colours.prompt}">${escapeXml(mark)}</tspan>`;
    return `<text y="${42 + row * 20}" fill="${colours[kind]}" style="animation-duration:${seconds}s">${prompt}${escapeXml(text)}</text>`;
  });
  const [width, height] = [columns * 7.83 + 40, lines.length * 20 + 44];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal: npm start, a memory saved, a question answered">
<style>text{font:13px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre;animation:wait 0s}@keyframes wait{from,to{opacity:0}}@media(prefers-reduced-motion:reduce){text{animation:none}}</style>
<rect width="100%" height="100%" rx="8" fill="#211e1a"/>
<g transform="translate(20)">
${texts.join("\n")}
</g>
</svg>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
