import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { hide } from "../../../site/vault/hide.ts";
import { toHideRules } from "../../../site/vault/hide-rules.ts";
import type { NoteHistory } from "../../../site/vault/note-history.ts";
import { messageOf } from "../../errors.ts";
import { viewerOn } from "../../memory/people.ts";
import { decodeText } from "../../vault/vault-text.ts";
import type { OpenVault } from "../vault/open-vault.ts";
import { liveSiteOptions } from "./site-options.ts";
import { openSiteProcess, type SiteProcess } from "./site-process.ts";

/** The site that `loci up` shows: as fresh as the files. No process runs until it is asked. */
export type LiveSite = ReturnType<typeof serveSite>;

export function serveSite(vault: OpenVault) {
  const options = () => liveSiteOptions(vault);
  const site = openSiteProcess(options);
  const happenings = new EventEmitter().setMaxListeners(0);
  let state = randomUUID();
  return {
    ...site,
    async page(path: string): ReturnType<SiteProcess["page"]> {
      try {
        const [, file] = /^\/history\/(.+)\/$/.exec(path) ?? [];
        const history = file && (await historyOf(vault, file, toHideRules(options())));
        return await site.page(path, history || undefined);
      } catch (error) {
        vault.report(messageOf(error)); // Why no page can be shown.
        throw error;
      }
    },
    /** Something in the vault changed. */
    changed(): void {
      site.refresh();
      state = randomUUID();
      happenings.emit("changed");
    },
    /** First `at …`, the same between two changes; then `changed`, once for all changes while the reader was busy. */
    async *changes(signal: AbortSignal): AsyncGenerator<string> {
      let seen = state;
      yield `at ${seen}`;
      while (!signal.aborted) {
        if (seen === state) await once(happenings, "changed", { signal }).catch(() => {}); // Called off.
        if (signal.aborted) return;
        seen = state;
        yield "changed";
      }
    },
  };
}

/** What happened to the memories of a note, as far as a version showed them, and which it hid. */
async function historyOf(
  vault: OpenVault,
  file: string,
  rules: ReturnType<typeof toHideRules>,
): Promise<NoteHistory> {
  const once = new Set<string>();
  const entriesIn = (path: string, bytes: Uint8Array) => {
    const shown = hide(path, decodeText(bytes).text, rules);
    for (const { text } of shown.hidden) once.add(text);
    once.add(shown.goneText);
    return shown.text === undefined ? [] : shown.entries;
  };
  try {
    const { topicHistory } = await import("../../memory/history.ts");
    const request = { limit: 1_000, entriesIn };
    const past = await topicHistory(vault, viewerOn(vault), decodeURIComponent(file), request);
    return { ...past, hiddenOnce: [...once] };
  } catch (error) {
    return { entries: [], hiddenOnce: [...once], notes: [messageOf(error)] };
  }
}
