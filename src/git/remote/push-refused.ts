import type { PushReport } from "./push-pack.ts";
import type { RemoteMove } from "./remote.ts";
import { cleanText, remoteFailed } from "./remote-failed.ts";

/** After a refusal: done after all, raced by somebody, or refused for good, which is thrown. */
export function refuseMove(
  url: string,
  move: RemoteMove,
  now: string | undefined,
  report: PushReport,
): "pushed" | "raced" {
  if (now === move.to) return "pushed";
  if (now !== move.from) return "raced";
  const reason = cleanText(report.refusal ?? "");
  const said = cleanText(report.messages);
  const state = `the server refuses the push: ${reason}${said === "" ? "" : ` ("${said}")`}`;
  if (/no space left|quota|disk full|too large|exceeds|size limit/i.test(`${reason} ${said}`)) {
    throw remoteFailed(url, {
      reason: "full",
      state,
      fix: "free some space there, or take large files out of the vault",
    });
  }
  throw remoteFailed(url, { reason: "rejected", state, fix: adviceOn(reason) });
}

function adviceOn(reason: string): string {
  if (/shallow/i.test(reason)) return "complete this vault's history with `git fetch --unshallow`";
  if (/protected|pre-receive|hook|declined|denied|prohibited/i.test(reason)) {
    return "allow pushes to this branch there, or sync another branch";
  }
  return "ask whoever runs the server; the vault itself is saved here";
}
