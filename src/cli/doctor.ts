import { type Diagnosis, diagnose } from "../app/diagnose.ts";
import type { Loci } from "../app.ts";
import { LociError } from "../errors.ts";
import type { Call, Command } from "./command.ts";
import { openFor } from "./open-for.ts";

/** `loci doctor`: finds problems, and says what to do about each. Exits 1 when there is one. */
export const doctor: Command = {
  usage: "doctor [flags]",
  summary: "Finds problems of the vault, its index, its git and its models, and explains each.",
  flags: {},
  examples: ["loci doctor", "loci doctor --json"],
  async run(call) {
    const problems = await findProblems(call);
    if (call.json) call.printJson({ ok: problems.length === 0, problems });
    else {
      for (const { file, line, message, fix } of problems) {
        const place = file === undefined ? "" : `${file}${line === undefined ? "" : `:${line}`}: `;
        call.print(`${place}${message}`);
        call.print(`  ${fix}`);
      }
      if (problems.length === 0) call.print("All is well");
    }
    return problems.length === 0 ? 0 : 1;
  },
};

/** A vault that cannot even be opened is what a doctor is there for. */
async function findProblems(call: Call): Promise<readonly Diagnosis[]> {
  let loci: Loci | undefined;
  try {
    loci = await openFor(call);
    return await diagnose(loci);
  } catch (error) {
    if (!(error instanceof LociError) || error.code === "NO_VAULT") throw error;
    const { code, message } = error;
    return [{ code, message, fix: "Mend this first: nothing else could be looked at" }];
  } finally {
    await loci?.close();
  }
}
