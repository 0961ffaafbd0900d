import { diagnose } from "../app/diagnose.ts";
import type { Command } from "./command.ts";
import { openFor } from "./open-for.ts";

/** `loci doctor`: finds problems, and says what to do about each. Exits 1 when there is one. */
export const doctor: Command = {
  usage: "doctor [flags]",
  summary: "Finds problems of the vault, its index, its git and its models, and explains each.",
  flags: {},
  examples: ["loci doctor", "loci doctor --json"],
  async run(call) {
    const loci = await openFor(call);
    try {
      const problems = await diagnose(loci);
      if (call.json) call.printJson({ ok: problems.length === 0, problems });
      else {
        for (const { file, line, message, fix } of problems) {
          const place =
            file === undefined ? "" : `${file}${line === undefined ? "" : `:${line}`}: `;
          call.print(`${place}${message}`);
          call.print(`  ${fix}`);
        }
        if (problems.length === 0) call.print("All is well");
      }
      return problems.length === 0 ? 0 : 1;
    } finally {
      await loci.close();
    }
  },
};
