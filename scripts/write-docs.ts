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
  const parts = [
    "# Commands",
    "",
    "`loci COMMAND --help` says the same, with more examples. Exit codes: 0 done, 1 failed, with the reason, 2 wrong usage. With",
    '`--json`, answers are JSON on standard output, and a failure is `{"error":{"code","message","data"}}` on standard error.',
    "",
    "The examples were typed into one terminal, starting from an empty home folder, from top to bottom: after `$` the",
    "command, then its output. A test types them all again. If a command failed, its exit code follows in brackets, `[1]`.",
    "",
    "Every command takes:",
    "",
    ...flagRows(commonFlags),
    "",
    "A command that shows memories takes:",
    "",
    ...flagRows(viewerFlags),
  ];
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
  const rows = Object.entries(flags).map(([name, { short, value, help }]) => {
    const names = `${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`;
    return `- \`${names}\`: ${help}`;
  });
  return rows;
}

function settingsPage(): string {
  const device = { path: "device.yaml", text: undefined };
  const { settings } = describeSettings({ root: "/", shared: undefined, device, env: {} });
  const rowsOf = (synced: boolean): string =>
    settings
      .filter(({ isSynced }) => isSynced === synced)
      .map(row)
      .join("\n");
  const row = ({ key, value, values, meaning }: (typeof settings)[number]): string => {
    const shown = key === "device" ? "this machine's name" : `\`${JSON.stringify(value) ?? "–"}\``;
    return `| \`${key}\` | ${shown} | ${values} | ${meaning.replaceAll("|", "\\|")} |`;
  };
  return `# Settings

Every setting has a default, so you need no file. Later places override earlier ones:

1. \`loci.yaml\` in the vault, for settings of the kind *vault* below: what the vault is, on every device that it is
   synced to.
2. \`~/.config/loci/device.yaml\`, for settings of the kind *device*: this device only, outside every vault. What holds
   for one vault alone stands below its path. \`LOCI_CONFIG_DIR\` names another folder than \`~/.config/loci\`, and
   \`XDG_CONFIG_HOME\` another than \`~/.config\`.
3. Environment variables \`LOCI_…\`.
4. Flags of a command.

In a file, \`voice.transcriber.url\` is a nested key: indent two spaces for each dot, and never use tabs:

\`\`\`yaml
voice:
  transcriber:
    url: http://192.168.1.9:8000/v1

vaults:
  ~/loci:
    privacy:
      retentionDays: 7
\`\`\`

A setting of the kind *device* in \`loci.yaml\` is ignored, and named: nobody who can push to a vault can switch off its
privacy, its memory or its sync on your device, or make it run or send anything. If a pull changes a limit in
\`loci.yaml\` (\`split\`, \`consolidate\`, \`prune\`, \`dedup\`, \`recent\`), \`loci sync\` or \`loci doctor\` names it once. \`loci up\`
reads settings when it starts: restart it after a change.

Versions before this one kept a device's settings in \`.loci/device.yaml\`, and privacy in \`loci.yaml\` too. At the first
start, the stricter privacy values of both are written to the new file, under the path of the vault; copy anything else
by hand. \`loci token\` has to make its tokens again.

In the environment, \`recall.skipAbove\` is \`LOCI_RECALL_SKIP_ABOVE\`, and so for each setting except those that take keys
and values. Separate list items with commas: \`LOCI_LANGUAGES=ca,es\`.

Keys and tokens of servers are not settings. They come from the environment (\`LOCI_MODEL_API_KEY\`,
\`LOCI_EMBEDDING_API_KEY\`, \`LOCI_TRANSCRIBER_API_KEY\`, \`LOCI_SYNTHESIZER_API_KEY\`, \`LOCI_LIVE_API_KEY\`,
\`LOCI_SYNC_TOKEN\`, or \`OPENAI_API_KEY\` for api.openai.com), or from files outside the vault, named by an \`apiKeyFile\`
([models](models.md)) or \`sync.tokenFile\`; \`~/\` at the start of an \`apiKeyFile\` is your home folder.

Loci refuses an unknown or wrong setting in a file, with the file, the line and what to write instead. \`loci config\`
shows each value and where it comes from; \`loci config --schema\` prints a JSON Schema for editors
(\`# yaml-language-server: $schema=loci.schema.json\`). [Conversations](conversations.md) explains \`session\` and \`digest\`,
[privacy](privacy.md) explains \`privacy\`.

## Of the vault

| setting | default | takes | meaning |
|---|---|---|---|
${rowsOf(true)}

## Of the device

| setting | default | takes | meaning |
|---|---|---|---|
${rowsOf(false)}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(await writeReference())) {
    writeFileSync(join(docs, name), text);
    console.log(`docs/${name}: ${readFileSync(join(docs, name), "utf8").split("\n").length} lines`);
  }
}
