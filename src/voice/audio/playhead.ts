/** Estimates how much of the sound sent to a player was heard: it plays in real time once it is open and has enough. */
export interface Playhead {
  /** The device has opened. */
  open(now: number): void;
  /** Adds sound that was sent (ms). */
  send(ms: number, now: number): void;
  /** Nothing more will be sent, so that the rest plays even if it is less than `startMs`. */
  end(now: number): void;
  /** Sound heard so far (ms). */
  at(now: number): number;
  /** Sound sent so far (ms). */
  sent(): number;
  /** Whether playback has started. */
  hasBegun(now: number): boolean;
}

/** `startMs`: sound that must be buffered before a device starts playing, also after an underrun. */
export function createPlayhead(startMs: number): Playhead {
  let heard = 0;
  let sent = 0;
  let since = 0;
  let isOpen = false;
  let isEnded = false;
  let isPlaying = false;
  let hasBegun = false;

  const advance = (now: number) => {
    if (isPlaying) heard = Math.min(sent, heard + now - since);
    since = now;
    const waiting = sent - heard;
    if (waiting <= 0) isPlaying = false;
    else if (isOpen && (waiting >= startMs || isEnded)) isPlaying = true;
    hasBegun ||= isPlaying;
  };

  return {
    open: (now) => {
      advance(now);
      isOpen = true;
      advance(now);
    },
    send: (ms, now) => {
      advance(now);
      sent += ms;
      advance(now);
    },
    end: (now) => {
      advance(now);
      isEnded = true;
      advance(now);
    },
    at: (now) => {
      advance(now);
      return heard;
    },
    sent: () => sent,
    hasBegun: (now) => {
      advance(now);
      return hasBegun;
    },
  };
}
