import { type Command, commonFlags, type Flag } from "../src/cli/command.ts";

/** The commands of `loci` by their names, loaded. */
export type Commands = Readonly<Record<string, Command>>;

/** `loci.1`: the manual page, as roff(7) with the macros of man(7), made of what `loci COMMAND --help` says. */
export function manPage(commands: Commands, version: string): string {
  return [
    `.TH LOCI 1 "" "loci ${version}" "User Commands"`,
    ".SH NAME",
    "loci \\- a memory of plain Markdown files for a voice and text assistant",
    ".SH SYNOPSIS",
    ".B loci",
    "COMMAND [flags]",
    ".SH OPTIONS",
    "Every command takes:",
    ...flagLines(commonFlags),
    ".SH COMMANDS",
    ...Object.values(commands).flatMap(commandLines),
    ".SH EXIT STATUS",
    "0: done; 1: failed and said why; 2: used wrongly.",
    ".SH FILES",
    ...item("loci.yaml", "settings that travel with the vault"),
    ...item(".loci/device.yaml", "settings of this device alone"),
    "",
  ].join("\n");
}

const commandLines = ({ usage, summary, flags, examples }: Command): readonly string[] => [
  `.SS loci ${inRoff(usage)}`,
  line(summary),
  ...flagLines(flags),
  ...(examples.length === 0 ? [] : [".PP", "Examples:", ".PP", ".nf", ".RS"]),
  ...examples.map(line),
  ...(examples.length === 0 ? [] : [".RE", ".fi"]),
];

const flagLines = (flags: Readonly<Record<string, Flag>>): readonly string[] =>
  Object.entries(flags).flatMap(([name, { short, value, help }]) =>
    item(`${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`, help),
  );

const item = (name: string, about: string): readonly string[] => [
  ".TP",
  `.B ${inRoff(name)}`,
  line(about),
];

/** A line of text: a dot or a quote at its beginning would be a request. */
const line = (text: string): string => inRoff(text).replace(/^(?=[.'])/, "\\&");

const inRoff = (text: string): string => text.replace(/\\/g, "\\e").replace(/-/g, "\\-");
