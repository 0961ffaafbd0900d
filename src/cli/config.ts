import { describeSettings } from "../app/describe-settings.ts";
import type { Command } from "./command.ts";
import { findVault } from "./find-vault.ts";

/** `loci config`: each setting, its value, and where that comes from. */
export const config: Command = {
  usage: "config [flags]",
  summary: "Shows each setting, its value and where it comes from.",
  flags: {
    schema: { type: "boolean", help: "print the JSON Schema of loci.yaml, for editors" },
  },
  examples: ["loci config", "loci config --json", "loci config --schema > loci.schema.json"],
  async run(call) {
    const { settings, schema } = describeSettings(findVault(call), call.env);
    if (call.flags.schema === true) call.print(JSON.stringify(schema, null, 2));
    else if (call.json) call.printJson({ settings });
    else {
      for (const { key, value, origin } of settings) {
        const shown = JSON.stringify(value) ?? "–";
        call.print(`${key.padEnd(28)}  ${origin.padEnd(18)}  ${shown}`);
      }
    }
    return 0;
  },
};
