import { topicsFor } from "../../memory/topics.ts";
import type { Transcriber } from "../../models/transcribe.ts";
import type { Viewer } from "../../vault/viewer.ts";
import type { Parts } from "../parts.ts";

/** A transcriber does not get better by more of them, and some servers refuse long lists. */
const mostKeywords = 100;

/** Names that may come up: its own, those of agents, of people, and of the topics that the person may look into; a transcriber elsewhere is told the first two alone. */
export async function keywordsFor(
  parts: Parts,
  viewer: Viewer,
  { isCloud }: Pick<Transcriber, "isCloud">,
): Promise<readonly string[]> {
  const { agent, agents, privacy, voice } = parts.settings;
  const own = [...voice.names, agent, ...Object.keys(agents)];
  if (isCloud || !privacy.enabled || !privacy.crossSession) return unique(own);
  const topics = await topicsFor(parts, viewer);
  const people = topics.flatMap(({ scope }) => /^people\/(.+)$/.exec(scope)?.[1] ?? []);
  const person = viewer.person == null ? [] : [viewer.person];
  return unique([...own, ...person, ...people, ...topics.map(({ title }) => title)]);
}

const unique = (names: readonly string[]): readonly string[] =>
  [...new Set(names.map((name) => name.trim()).filter((name) => name !== ""))].slice(
    0,
    mostKeywords,
  );
