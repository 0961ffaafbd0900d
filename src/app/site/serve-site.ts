import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { SiteOptions } from "../../../site/vault/site-options.ts";
import { messageOf } from "../../errors.ts";
import { openSiteProcess, type SiteProcess } from "./site-process.ts";

export interface ServeSiteOptions {
  readonly root: string;
  readonly settingsFile: string;
  /** Takes one sentence for the person: why no page can be shown. */
  readonly report: (sentence: string) => void;
  /** As the settings are now. */
  readonly options: () => Promise<SiteOptions>;
}

/** The site that `loci up` shows: as fresh as the files. */
export interface LiveSite extends Pick<SiteProcess, "page" | "html" | "addressOf" | "close"> {
  /** Something in the vault changed. */
  changed(): void;
  /** First `at …`, the same between two changes; then `changed`, once for all changes while the reader was busy. */
  changes(signal: AbortSignal): AsyncIterable<string>;
}

/** Makes a site ready to be asked; until then no process runs. */
export function serveSite(choice: ServeSiteOptions): LiveSite {
  const { root, settingsFile, report, options } = choice;
  let reported = "";
  const site = openSiteProcess(options);
  const origin = randomUUID();
  let count = 0;
  const listeners = new Set<() => void>();
  const nextChange = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        listeners.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      listeners.add(wake);
      signal.addEventListener("abort", wake);
    });
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
        return await site.page(path);
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
      for (const wake of [...listeners]) wake();
    },
    async *changes(signal) {
      let seen = count;
      yield `at ${origin}-${seen}`;
      while (!signal.aborted) {
        if (seen === count) await nextChange(signal);
        if (signal.aborted) return;
        seen = count;
        yield "changed";
      }
    },
  };
}
