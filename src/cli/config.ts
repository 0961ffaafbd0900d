import { loadSettings, readSources } from "../app/vault/load-settings.ts";
import { describeSettings } from "../settings/describe-settings.ts";
import type { Call, CommandLine } from "./command.ts";
import { findVault } from "./find-vault.ts";

/** `loci config`: shows each setting, its value and its source. */
export function define(command: CommandLine): void {
  command
    .description("Shows each setting, its value and where it comes from.")
    .option("--schema", "print the JSON Schema of the settings, for editors")
    .examples("loci config --json", "loci config --schema > loci.schema.json")
    .runs(config);
}

async function config(call: Call): Promise<void> {
  const root = findVault(call);
  const options = { root, env: call.env, report: call.note };
  await loadSettings(options);
  const { settings, schema } = describeSettings(readSources(options));
  if (call.flags.schema === true) return call.print(JSON.stringify(schema, null, 2));
  if (call.json) return call.printJson({ settings });
  for (const { key, value, origin } of settings) {
    const shown = JSON.stringify(value) ?? "–";
    call.print(`${key.padEnd(28)}  ${origin.padEnd(18)}  ${shown}`);
  }
}
