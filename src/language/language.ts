import type { en } from "./en.ts";
import type { Phrases } from "./phrases.ts";

/** What one language says: what English has, whose file tells what each part is for. Any part may be missing. */
export interface Language extends Partial<Omit<typeof en, "code" | "phrases">> {
  /** Two letters (ISO 639-1). */
  readonly code: string;
  readonly phrases?: Phrases;
  /** Letters with accents that people leave out. */
  readonly accents?: string;
  /** All nouns have a capital letter. */
  readonly capitalNouns?: true;
}

/** What people say to be polite, and to leave. */
export type Courtesy = keyof typeof en.courtesy;
