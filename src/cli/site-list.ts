import { openSite } from "../app/site/open-site.ts";
import type { Call } from "./command.ts";
import { findVault } from "./find-vault.ts";
import { readInclude } from "./site-flags.ts";

/** `loci site list`: what a public site could show, one line each. */
export async function runList(call: Call): Promise<number> {
  const root = findVault(call);
  const vault = await openSite({ root, env: call.env, now: call.now, report: call.note });
  const { text, lines } = await vault.list(readInclude(call, root, vault.settings.banks));
  if (call.json) call.printJson({ lines });
  else call.write(text);
  return 0;
}
