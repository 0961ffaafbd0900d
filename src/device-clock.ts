/** The clocks of this machine, for waits and the times of files; memories are dated by the vault's time. */
export interface DeviceClock {
  /** Milliseconds since the epoch, as a file system stamps its files. */
  readonly now: () => number;
  /** Milliseconds by a clock that no adjustment moves. */
  readonly elapsed: () => number;
}
