import { checkDeviceFolder } from "../app/vault/device-folder.ts";
import { settingsSources } from "../app/vault/load-settings.ts";
import { describeSettings } from "../settings/describe-settings.ts";
import type { Command } from "./command.ts";
import { findVault } from "./find-vault.ts";

/** `loci config`: shows each setting, its value and its source. */
export const config: Command = {
  usage: "config [flags]",
  summary: "Shows each setting, its value and where it comes from.",
  flags: {
    schema: { type: "boolean", help: "print the JSON Schema of the settings, for editors" },
  },
  examples: ["loci config", "loci config --json", "loci config --schema > loci.schema.json"],
  async run(call) {
    const root = findVault(call);
    await checkDeviceFolder(root);
    const sources = await settingsSources({ root, env: call.env, report: call.note });
    const { settings, schema } = describeSettings(sources);
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
