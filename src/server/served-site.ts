/** A built site as the server sees it; whoever builds it keeps it so. */
export interface ServedSite {
  /** Absolute path of its folder, which may not be there yet. */
  readonly folder: string;
  /** Of its interface. */
  readonly language: string;
  /** `there`: a whole site lies in the folder; `failed`: none does, and the last attempt to build one failed. */
  state(): "there" | "coming" | "failed";
  /** First `at …`, which differs from what another reader got where it was built anew since; then `changed` each time. */
  changes(signal: AbortSignal): AsyncIterable<string>;
}
