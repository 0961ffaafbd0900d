import { messageOf } from "../../errors.ts";
import { resolveInVault, scopeFolder, toTopicPath } from "../../vault/paths.ts";
import { readSmallFile } from "../../vault/read-small-file.ts";
import type { Agent } from "../turn-ports.ts";

interface PersonaContext {
  readonly root: string;
  readonly settings: { readonly model: { readonly contextTokens: number } };
  /** Takes one sentence for the person. */
  readonly report: (sentence: string) => void;
}

/** Most characters of a persona, and a quarter of what fits into a request. */
const maxChars = 20_000;

/**
 * Who an agent is: what the settings say, and then what `agents/<id>/agent.md` says, as it stands now. A file that cannot
 * be read is reported and left out; of one that is too long for the model the beginning counts.
 */
export function personasIn(
  { root, settings, report }: PersonaContext,
  agents: ReadonlyMap<string, Agent>,
): (agent: string) => string {
  const most = Math.min(maxChars, settings.model.contextTokens);
  return (id) => {
    const { persona = "" } = agents.get(id) ?? {};
    const file = `${scopeFolder({ kind: "agent", id })}/agent.md`;
    try {
      const more = bodyOf(readSmallFile(resolveInVault(root, toTopicPath(file))) ?? "");
      if (more.length > most) {
        report(
          `Of ${file} only the first ${most} characters count: shorten it, or raise model.contextTokens`,
        );
      }
      return [persona, more.slice(0, most)].filter((part) => part !== "").join("\n\n");
    } catch (error) {
      report(`Went on without ${file}: ${messageOf(error)}`);
      return persona;
    }
  };
}

/** Without frontmatter. */
const bodyOf = (text: string): string =>
  text.replace(/^\ufeff?---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, "").trim();
