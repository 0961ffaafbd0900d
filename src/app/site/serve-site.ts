import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";
import { hide } from "../../../site/vault/hide.ts";
import { toHideRules } from "../../../site/vault/hide-rules.ts";
import type { NoteHistory } from "../../../site/vault/note-history.ts";
import type { SiteOptions } from "../../../site/vault/site-options.ts";
import { messageOf } from "../../errors.ts";
import type { Entry } from "../../vault/topic/topic.ts";
import { decodeText } from "../../vault/vault-text.ts";
import { openSiteProcess, type SiteProcess } from "./site-process.ts";

export interface ServeSiteOptions {
  readonly root: string;
  readonly settingsFile: string;
  /** Takes one sentence for the person: why no page can be shown. */
  readonly report: (sentence: string) => void;
  /** As the settings are now. */
  readonly options: () => Promise<SiteOptions>;
  /** What happened to the memories of a file, as far as they are among `entriesIn` of a version. */
  readonly history: (
    file: string,
    entriesIn: (path: string, bytes: Uint8Array) => readonly Entry[],
  ) => Promise<Omit<NoteHistory, "hiddenOnce">>;
}

/** The site that `loci up` shows: as fresh as the files. */
export interface LiveSite extends Pick<SiteProcess, "html" | "addressOf" | "close"> {
  page(path: string): ReturnType<SiteProcess["page"]>;
  /** Something in the vault changed. */
  changed(): void;
  /** First `at …`, the same between two changes; then `changed`, once for all changes while the reader was busy. */
  changes(signal: AbortSignal): AsyncIterable<string>;
}

/** Makes a site ready to be asked; until then no process runs. */
export function serveSite(choice: ServeSiteOptions): LiveSite {
  const { root, settingsFile, report, options, history } = choice;
  let reported = "";
  const site = openSiteProcess(options);
  const origin = randomUUID();
  let count = 0;
  const vault = new EventEmitter().setMaxListeners(0);
  /** The history of a note, where that is what is asked for. */
  const historyFor = async (path: string): Promise<NoteHistory | undefined> => {
    const [, file] = /^\/history\/(.+)\/$/.exec(path) ?? [];
    if (file === undefined) return undefined;
    const hiddenOnce: string[] = [];
    try {
      const rules = toHideRules(await options());
      const past = await history(decodeURIComponent(file), (path, bytes) => {
        const shown = hide(path, decodeText(bytes).text, rules);
        hiddenOnce.push(...shown.hidden.map(({ text }) => text));
        return shown.text === undefined ? [] : shown.entries;
      });
      return { ...past, hiddenOnce };
    } catch (error) {
      return { entries: [], hiddenOnce, notes: [messageOf(error)] };
    }
  };
  const stamp = (): string =>
    [join(root, "loci.yaml"), settingsFile]
      .map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)
      .join();
  let stamped = stamp();
  return {
    async page(path) {
      // Settings are read when the process starts.
      if (stamped !== stamp()) await site.close();
      stamped = stamp();
      try {
        return await site.page(path, await historyFor(path));
      } catch (error) {
        const sentence = messageOf(error);
        if (sentence !== reported) report(sentence);
        reported = sentence;
        throw error;
      }
    },
    html: site.html,
    addressOf: site.addressOf,
    close: site.close,
    changed() {
      site.refresh();
      count++;
      vault.emit("changed");
    },
    async *changes(signal) {
      let seen = count;
      yield `at ${origin}-${seen}`;
      while (!signal.aborted) {
        if (seen === count) await once(vault, "changed", { signal }).catch(() => {}); // Called off.
        if (signal.aborted) return;
        seen = count;
        yield "changed";
      }
    },
  };
}
