import { describeSettings } from "../app/describe-settings.ts";
import { checkDeviceFolder } from "../app/device-folder.ts";
import { privacyOf } from "../config.ts";
import { acceptPrivacy } from "../privacy-record.ts";
import { shown } from "../weakened-settings.ts";
import type { Call, Command } from "./command.ts";
import { findVault } from "./find-vault.ts";

/** Accepts the settings in loci.yaml that make the vault less private. */
function accept(call: Call, root: string): number {
  const privacy = privacyOf(root);
  acceptPrivacy(root, privacy);
  const { weakened } = privacy;
  if (call.json) call.printJson({ accepted: weakened });
  else if (weakened.length === 0) call.print("Nothing waits: loci.yaml is as private as before");
  else for (const { key, after } of weakened) call.print(`${key} is now ${shown(after)}`);
  return 0;
}

/** `loci config`: shows each setting, its value and its source. */
export const config: Command = {
  usage: "config [flags]",
  summary: "Shows each setting, its value and where it comes from.",
  flags: {
    "accept-privacy": {
      type: "boolean",
      help: "let loci.yaml make this vault less private on this device too",
    },
    schema: { type: "boolean", help: "print the JSON Schema of loci.yaml, for editors" },
  },
  examples: [
    "loci config",
    "loci config --json",
    "loci config --schema > loci.schema.json",
    "loci config --accept-privacy",
  ],
  async run(call) {
    const root = findVault(call);
    await checkDeviceFolder({ root, env: call.env, report: call.note });
    if (call.flags["accept-privacy"] === true) return accept(call, root);
    const { settings, schema } = describeSettings(root, call.env);
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
