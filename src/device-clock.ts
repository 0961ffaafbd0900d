/** The clocks of this machine. Not what memories are dated by: it is compared with the times of files, and measures waits. */
export interface DeviceClock {
  /** Milliseconds since the epoch, as a file system stamps its files. */
  readonly now: () => number;
  /** Milliseconds by a clock that no adjustment moves. */
  readonly elapsed: () => number;
}
