import type { Press } from "../orchestrator.ts";

/** A button that is held longer is held to talk; let go earlier, it was tapped (ms). */
const longestTap = 250;

export interface ButtonPresses {
  /** Its contact as it is now; the same again changes nothing. */
  edge(isDown: boolean): void;
  close(): void;
}

/**
 * Makes presses of what a contact does: a short one is a tap, a long one lasts from down to up. A contact bounces for
 * some milliseconds, so it counts only once it has rested for `restMs`.
 */
export function createButtonPresses(press: (press: Press) => void, restMs = 20): ButtonPresses {
  let wasDown = false;
  let isHeld = false;
  let resting: NodeJS.Timeout | undefined;
  let holding: NodeJS.Timeout | undefined;
  const hold = (): void => {
    holding = undefined;
    isHeld = true;
    press("down");
  };
  const settle = (isDown: boolean): void => {
    if (isDown === wasDown) return;
    wasDown = isDown;
    if (isDown) {
      holding = setTimeout(hold, longestTap);
      return;
    }
    clearTimeout(holding);
    press(isHeld ? "up" : "tap");
    isHeld = false;
  };
  return {
    edge(isDown) {
      clearTimeout(resting);
      resting = setTimeout(settle, restMs, isDown);
    },
    close() {
      clearTimeout(resting);
      clearTimeout(holding);
      if (isHeld) press("up");
      isHeld = false;
    },
  };
}
