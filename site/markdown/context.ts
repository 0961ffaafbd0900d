import type { Strings } from "../i18n/en.ts";
import type { SiteDocument, SiteEntry } from "../vault/site-vault.ts";
import type { EntryView } from "./document-view.ts";

/**
 * What rendering asks about the rest of the site, for one document: links are resolved as that document stands to them.
 * No function throws; each answers the same for the same question, and quickly. All `href` and `src` are complete: base
 * included, percent-encoded.
 */
export interface MarkdownContext {
  /** Words of the interface, in its language. */
  readonly strings: MarkdownStrings;
  /** Whether the end of a line within a paragraph is a line break. */
  readonly hasLineBreaks?: boolean;
  /**
   * Where `[[target#heading]]` or the relative link `[x](target#heading)` leads, be it a document or a shown attachment;
   * undefined where it leads nowhere or to what is hidden. `target` is as written, trimmed, and "" for `[[#heading]]`;
   * a relative link's is percent-decoded. For the fragment see `anchorOf` in ../vault/heading-id.ts.
   */
  readonly hrefOf: (target: string, heading: string | undefined) => LinkTarget | undefined;
  /** The page of a tag (without `#`), where there is one. */
  readonly hrefOfTag: (tag: string) => string | undefined;
  /** What `![[target#heading]]` or `![alt](target)` shows; "" is the document itself. */
  readonly embed: (target: string) => Embedded | undefined;
  /** The entry as pages show it, with its HTML. */
  readonly entryViewOf: (entry: SiteEntry, html: Pick<EntryView, "html" | "nested">) => EntryView;
}

export interface LinkTarget {
  readonly href: string;
  /** The document's title, or the file's name: the words of a link that has none of its own. */
  readonly title: string;
}

export type Embedded =
  | {
      readonly type: "image" | "audio" | "video" | "file";
      /** A path of the site, or a `data:image/svg+xml` URL (images only). */
      readonly src: string;
      /** The file's name. */
      readonly title: string;
      /** A drawing that is to have the colour of the words around it. */
      readonly isInk?: boolean;
    }
  | {
      readonly type: "document";
      readonly document: SiteDocument;
      readonly href: string;
      /** As that document itself would be rendered with. */
      readonly context: MarkdownContext;
    };

/** Texts of the interface that stand within rendered Markdown. */
export type MarkdownStrings = Strings["markdown"];
