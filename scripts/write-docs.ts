import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { CommandLine } from "../src/cli/command.ts";
import { addViewerFlags } from "../src/cli/flags.ts";
import { createProgram, defineCommand } from "../src/cli/program.ts";
import { describeSettings } from "../src/settings/describe-settings.ts";

const docs = resolve(import.meta.dirname, "../docs");

/** The reference pages that are made of the code, with what people wrote between: path below docs/ → text. */
export async function writeReference(): Promise<Readonly<Record<string, string>>> {
  return { "commands.md": await commandsPage(), "settings.md": settingsPage() };
}

const notRun = async (): Promise<void> => {};
const viewing = flagRows(addViewerFlags(new CommandLine("viewing", notRun)));

async function commandsPage(): Promise<string> {
  const page = readFileSync(join(docs, "commands.md"), "utf8");
  const program = createProgram(notRun);
  const common = [flagRows(program), viewing].map((rows) => `${rows.join("\n")}\n`);
  const [head = ""] = page.split("\n## loci ", 1);
  const parts = [head.replace(/^(?:- `.*\n)+/gm, () => common.shift() ?? "").trimEnd()];
  // In the order of the page, whose examples are played from top to bottom.
  const placeOf = (command: Command): number => page.indexOf(`\n## loci ${command.name()}\n`);
  for (const command of program.commands.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    await defineCommand(command);
    parts.push("", `## loci ${command.name()}`, "", command.description());
    parts.push(...transcriptOf(command.name(), page));
    const own = [...ownFlags(command), ...rowsOfSubcommands(command)];
    if (own.length > 0) parts.push("", ...own);
  }
  return `${parts.join("\n")}\n`;
}

/** What the page has between the summary of a command and its flags: test/cli/transcript.test.ts keeps it true. */
function transcriptOf(name: string, page: string): string[] {
  const [, section = ""] = page.split(`\n## loci ${name}\n`);
  const [, afterSummary = ""] = section.split(/^\n.*\n/);
  const told = afterSummary.split(/^(?:- `|## loci )/m)[0]?.trim();
  return told ? ["", told] : [];
}

/** The flags of one command; those that say who looks are told once, at the top of the page. */
function ownFlags(command: Command): string[] {
  const rows = flagRows(command).filter((row) => !viewing.includes(row));
  const looks = flagRows(command).length > rows.length;
  return looks ? [...rows, "- `--person`, `--agent`, `--all-people`: as above"] : rows;
}

function rowsOfSubcommands({ commands }: Command): string[] {
  return commands
    .filter((command) => command.description() !== "")
    .flatMap((command) => {
      const usage = `${command.name()} ${command.usage()}`.replace(" [options]", "");
      return [
        `- \`${usage}\`: ${command.description()}`,
        ...ownFlags(command).map((row) => `  ${row}`),
      ];
    });
}

function flagRows({ options }: Command): string[] {
  return options.map(({ flags, description }) => `- \`${flags}\`: ${description}`);
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
