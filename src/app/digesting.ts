import type {
  ConversationServices,
  DigestEvent,
  LazyConversationServices,
} from "../agent/conversation/context.ts";
import type { DigestingPorts } from "../digest/keep-digesting.ts";
import type { OpenVault } from "./vault/open-vault.ts";

/** What digesting in the background needs of an open vault. */
export const digestingPorts = (
  parts: OpenVault,
  services: LazyConversationServices,
): DigestingPorts<DigestEvent> => ({
  inactivityMs: parts.settings.session.inactivityMs,
  report: parts.report,
  async sweepTranscripts() {
    const { sweepTranscripts } = await import("../digest/transcript/keep-transcripts.ts");
    const { retentionDays } = parts.settings.privacy;
    const limits = { today: parts.time().slice(0, 10), retentionDays };
    await sweepTranscripts(parts, limits);
  },
  async *digestWaiting(signal) {
    if (services.isThere()) yield* (await services.open()).digestWaiting(signal);
  },
});

/** What is due, and then what would have to wait for its next attempt. */
export async function* digestNow(
  services: ConversationServices,
  askedAt: number,
  signal?: AbortSignal,
): AsyncIterable<DigestEvent> {
  const tried = new Set<string>();
  for await (const event of services.digestWaiting(signal, askedAt)) {
    tried.add(event.session);
    yield event;
    if (event.status === "off") return;
  }
  for (const { session } of services.db.digestions.waiting()) {
    if (signal?.aborted !== true && !tried.has(session))
      yield await services.digest(session, signal, askedAt);
  }
}
