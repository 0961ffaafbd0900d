import { type Diagnoses, diagnose } from "../app/diagnose.ts";
import type { Loci } from "../app.ts";
import { LociError } from "../errors.ts";
import type { Call, Command } from "./command.ts";
import { openFor } from "./open-for.ts";

/** `loci doctor`: finds problems, and says what to do about each. Exits 1 when there is one. */
export const doctor: Command = {
  usage: "doctor [flags]",
  summary:
    "Finds problems of the vault, its index, its git and its models, and explains each; says which model does what.",
  flags: {},
  examples: ["loci doctor", "loci doctor --json"],
  async run(call) {
    const diagnoses = await examine(call);
    const { problems } = diagnoses;
    if (call.json) call.printJson({ ok: problems.length === 0, ...diagnoses });
    else show(call, diagnoses);
    return problems.length === 0 ? 0 : 1;
  },
};

function show(call: Call, { problems, models, waiting }: Diagnoses): void {
  for (const { file, line, message, fix } of problems) {
    const place = file === undefined ? "" : `${file}${line === undefined ? "" : `:${line}`}: `;
    call.print(`${place}${message}`);
    call.print(`  ${fix}`);
  }
  if (problems.length === 0) call.print("All is well");
  for (const { model, tasks, answers } of models) {
    call.print(`Model ${model}: ${tasks.join(", ")}${answers ? "" : " (does not answer)"}`);
  }
  for (const { session, attempts, reason } of waiting) {
    const tried = attempts === 0 ? "not tried yet" : `tried ${attempts}×: ${reason ?? "no reason"}`;
    call.print(`Waits to be digested: ${session} (${tried})`);
  }
}

/** A vault that cannot even be opened is what a doctor is there for. */
async function examine(call: Call): Promise<Diagnoses> {
  let loci: Loci | undefined;
  try {
    loci = await openFor(call);
    return await diagnose(loci);
  } catch (error) {
    if (!(error instanceof LociError) || error.code === "NO_VAULT") throw error;
    const { code, message } = error;
    const fix = "Mend this first: nothing else could be looked at";
    return { problems: [{ code, message, fix }], models: [], waiting: [] };
  } finally {
    await loci?.close();
  }
}
