import { diagnose, type Finding, toDiagnosis } from "../app/diagnose.ts";
import type { Loci } from "../app/loci.ts";
import { LociError } from "../errors.ts";
import type { Call, CommandLine } from "./command.ts";
import { openVault } from "./open-vault.ts";

/** `loci doctor`: finds problems and says how to fix them. Exits 1 if there are any. */
export function define(command: CommandLine): void {
  command
    .description("Finds problems and explains each; says what is in memory.")
    .option("--fix", "first build the search index anew from the files")
    .option("--audio", "check voice instead: listens, and plays a tone")
    .examples("loci doctor --json", "loci doctor --fix")
    .runs(doctor);
}

async function doctor(call: Call): Promise<number> {
  const findings = await Array.fromAsync(examine(call));
  const found = findings.filter((one) => typeof one === "string");
  const problems = findings.filter((one) => typeof one !== "string");
  const ok = problems.length === 0;
  if (call.json) call.printJson({ ok, problems, found });
  else {
    for (const { file, line, message, fix } of problems) {
      const place = [file, line].filter((part) => part !== undefined).join(":");
      call.print(place === "" ? message : `${place}: ${message}`, call.colors.bold);
      call.print(`  ${fix}`);
    }
    if (ok) call.print("All is well");
    for (const sentence of found) call.print(sentence);
  }
  return ok ? 0 : 1;
}

/** Diagnoses the vault. One that cannot be opened is a problem too. */
async function* examine(call: Call): AsyncGenerator<Finding> {
  let loci: Loci | undefined;
  try {
    loci = await openVault(call);
    if (call.flags.audio === true) {
      const { diagnoseVoice } = await import("../app/diagnose-voice.ts");
      return yield* diagnoseVoice(loci.vault, call.note);
    }
    if (call.flags.fix === true) {
      loci.vault.index.drop();
      await loci.index.refresh();
    }
    yield* diagnose(loci);
  } catch (error) {
    if (!(error instanceof LociError) || error.code === "NO_VAULT") throw error;
    yield toDiagnosis(error, "Fix this first: nothing else could be looked at");
  } finally {
    await loci?.close();
  }
}
