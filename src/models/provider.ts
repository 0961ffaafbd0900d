import type { LociError } from "../errors.ts";

/** Who provides a model: a server, a program of this device, or Loci itself. */
export interface Provider {
  /** For people and for the record: "gpt-5-mini at api.openai.com", "espeak-ng", "offline". */
  readonly id: string;
  /** What is sent leaves this device and its local network. */
  readonly isCloud: boolean;
  /** Why it does not work, if it does not; a sentence. Never throws. */
  readonly probe: () => Promise<LociError | undefined>;
}
