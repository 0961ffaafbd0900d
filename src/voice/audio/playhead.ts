/** How much of what was sent to a player can have been heard: it plays in real time, once it is open and has enough. */
export interface Playhead {
  /** The device takes sound from now on. */
  open(now: number): void;
  /** So many milliseconds more were sent. */
  send(ms: number, now: number): void;
  /** Nothing more will be sent: what there is is played, however little. */
  end(now: number): void;
  /** Milliseconds that were heard. */
  at(now: number): number;
  /** Milliseconds that were sent. */
  sent(): number;
  /** Whether it has begun to sound. */
  hasBegun(now: number): boolean;
}

/** `startMs`: so much must be there before a device that ran dry, or is new, plays. */
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
