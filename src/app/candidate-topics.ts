import type { TopicCandidate } from "../agent/turn-ports.ts";
import type { SecretWatch } from "../memory/hide-secrets.ts";
import { assignedTopics, topicsFor } from "../memory/topics.ts";
import type { Viewer } from "../vault/viewer.ts";
import type { Parts } from "./parts.ts";

/** Most topics that a model chooses among. */
const mostCandidates = 40;

/**
 * Topics that a viewer may see and a text may belong to, the most fitting first, then those touched last. With `secrets`
 * none that is secret as a whole, and no summary that tells one.
 */
export async function candidateTopics(
  parts: Parts,
  viewer: Viewer,
  text: string,
  secrets: SecretWatch | undefined,
): Promise<readonly TopicCandidate[]> {
  const topics = await topicsFor(parts, viewer);
  const assigned = await assignedTopics(parts, viewer, text);
  const scoreByFile = new Map(assigned.map(({ file, score }) => [file, score]));
  const hidden = secrets?.files();
  return topics
    .filter(({ file }) => hidden?.has(file) !== true)
    .sort((a, b) => (scoreByFile.get(b.file) ?? 0) - (scoreByFile.get(a.file) ?? 0))
    .slice(0, mostCandidates)
    .map(({ topic, title, summary, file }) => ({
      topic,
      title,
      summary: secrets?.open(summary) ?? summary,
      file,
      fits: file === assigned[0]?.file,
    }));
}
