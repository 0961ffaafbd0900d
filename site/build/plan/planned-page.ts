import { sha256Hex } from "../../../src/vault/sha256.ts";
import type { PageView } from "../page.ts";

/** A page that the site has, before any of its Markdown is rendered. */
export interface PlannedPage {
  /** Below the base: `topics/cooking/`, `""`, `404.html`. */
  readonly url: string;
  readonly type: PageView["type"];
  /** Changes with anything that the page shows; the frame around it and the templates are not in it. */
  readonly key: string;
  /** Whom it is about, where it fails: a file of the vault, or "". */
  readonly file: string;
  /** Renders its Markdown. */
  readonly view: () => PageView;
}

/** A page of which nothing is left to render. */
export const plainPage = (url: string, view: PageView, file = ""): PlannedPage => ({
  ...{ url, type: view.type, file },
  key: keyOf(view),
  view: () => view,
});

/** A hash of everything that `parts` hold; they are JSON. */
export const keyOf = (...parts: readonly unknown[]): string =>
  sha256Hex(JSON.stringify(parts).toWellFormed()).slice(0, 20);
