import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { commonFlags, type Flag } from "../src/cli/command.ts";
import { commands } from "../src/cli/commands.ts";
import { viewerFlags } from "../src/cli/flags.ts";
import { describeSettings } from "../src/settings/describe-settings.ts";

const docs = resolve(import.meta.dirname, "../docs");

/** The reference pages that are made of the code, with what people wrote between: path below docs/ → text. */
export async function writeReference(): Promise<Readonly<Record<string, string>>> {
  return { "commands.md": await commandsPage(), "settings.md": settingsPage() };
}

async function commandsPage(): Promise<string> {
  const page = readFileSync(join(docs, "commands.md"), "utf8");
  const flags = [commonFlags, viewerFlags].map((each) => `${flagRows(each).join("\n")}\n`);
  const [head = ""] = page.split("\n## loci ", 1);
  const parts = [head.replace(/^(?:- `.*\n)+/gm, () => flags.shift() ?? "").trimEnd()];
  for (const [name, { load }] of Object.entries(commands)) {
    const command = await load();
    parts.push("", `## loci ${name}`, "", command.summary);
    parts.push(...transcriptOf(name, page));
    const own = ownFlags(command.flags);
    if (own.length > 0) parts.push("", ...own);
  }
  return `${parts.join("\n")}\n`;
}

/** What the page has between the summary of a command and its flags: test/cli/transcript.test.ts keeps it true. */
function transcriptOf(name: string, page: string): string[] {
  const [, section = ""] = page.split(`\n## loci ${name}\n`);
  const [, afterSummary = ""] = section.split(/^\n.*\n/);
  const told = afterSummary.split(/^(?:- `-|## loci )/m)[0]?.trim();
  return told ? ["", told] : [];
}

/** The flags of one command; those that say who looks are told once, at the top of the page. */
function ownFlags(flags: Readonly<Record<string, Flag>>): string[] {
  const isLooker = (name: string): boolean =>
    flags[name] !== undefined && flags[name].help === viewerFlags[name]?.help;
  const rows = flagRows(
    Object.fromEntries(Object.entries(flags).filter(([name]) => !isLooker(name))),
  );
  const named = Object.keys(viewerFlags)
    .filter(isLooker)
    .map((name) => `\`--${name}\``);
  return named.length === 0 ? rows : [...rows, `- ${named.join(", ")}: as above`];
}

function flagRows(flags: Readonly<Record<string, Flag>>): string[] {
  return Object.entries(flags).map(([name, { short, value, help }]) => {
    const names = `${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`;
    return `- \`${names}\`: ${help}`;
  });
}

/** The page as it is, with its two tables made anew. */
function settingsPage(): string {
  const device = { path: "device.yaml", text: undefined };
  const { settings } = describeSettings({ root: "/", shared: undefined, device, env: {} });
  const row = ({ key, value, values, meaning }: (typeof settings)[number]): string => {
    const shown = key === "device" ? "this machine's name" : `\`${JSON.stringify(value) ?? "–"}\``;
    return `| \`${key}\` | ${shown} | ${values} | ${meaning.replaceAll("|", "\\|")} |\n`;
  };
  const rows = [true, false].map((synced) =>
    settings
      .filter(({ isSynced }) => isSynced === synced)
      .map(row)
      .join(""),
  );
  const page = readFileSync(join(docs, "settings.md"), "utf8");
  return page.replace(/(?<=\n\|---\|---\|---\|---\|\n)(?:\|.*\n)*/g, () => rows.shift() ?? "");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(await writeReference())) {
    writeFileSync(join(docs, name), text);
    console.log(`docs/${name}: ${readFileSync(join(docs, name), "utf8").split("\n").length} lines`);
  }
}
