import type { TopicPath } from "../../../src/vault/paths.ts";
import type { DocumentHistory } from "../../history/read-history.ts";
import type { Strings } from "../../i18n/en.ts";
import type { GraphFile } from "../graph-file.ts";
import type { Rendering } from "../rendering.ts";
import type { Outline } from "./outline.ts";

/** What pages are planned from. */
export interface SitePlan {
  readonly outline: Outline;
  readonly rendering: Rendering;
  readonly strings: Strings;
  readonly histories: ReadonlyMap<TopicPath, DocumentHistory>;
  readonly graph: GraphFile;
}
