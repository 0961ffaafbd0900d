import { spawn } from "node:child_process";
import type { Call } from "./command.ts";

export interface SystemdNews {
  /** One line for `systemctl status`. */
  readonly status: string;
  /** Aborted when Loci is asked to stop. */
  readonly stop: AbortSignal;
  /** Undefined if voice is not running. */
  readonly voice: Ears | undefined;
}

/** The part of voice by which the watchdog judges whether it works. */
export interface Ears {
  /** When the last frame came in (`performance.now()`). */
  lastFrameAt(): number;
  troubles(): readonly { readonly part: string; readonly code: string }[];
}

/**
 * Notifies systemd that Loci is ready, regularly that it is alive, and finally that it is stopping; does nothing unless
 * systemd has asked for it. Runs `systemd-notify`, since Node has no datagram sockets. Removes systemd's variables from
 * the environment so that no other child process notifies. Never throws, and keeps no process alive.
 */
export function notifySystemd(
  { env, error }: Pick<Call, "env" | "error">,
  { status, stop, voice }: SystemdNews,
): void {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdogUs, WATCHDOG_PID: watched } = env;
  for (const name of ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]) delete env[name];
  if (socket === undefined || socket === "") return;
  const notify = createNotifier(socket, env.PATH ?? "", error);
  notify("READY=1", `STATUS=${status}`);
  const isWatched = watched === undefined || watched === String(process.pid);
  const ticking = isWatched ? keepNotifying(Number(watchdogUs) / 1_000, voice, notify) : undefined;
  const end = (): void => {
    clearInterval(ticking);
    notify("STOPPING=1");
  };
  if (stop.aborted) end();
  else stop.addEventListener("abort", end, { once: true });
}

/**
 * Whether voice input works: sound came in within `deafMs`, or the microphone is unplugged or used by another program,
 * which restarting Loci would not change.
 */
export function isHearing(ears: Ears, nowMs: number, sinceMs: number): boolean {
  const last = Math.max(ears.lastFrameAt(), sinceMs);
  if (nowMs - last <= deafMs) return true;
  return ears
    .troubles()
    .some(({ part, code }) => part === "microphone" && (code === "gone" || code === "busy"));
}

/** How long no sound may come in (ms). */
const deafMs = 10_000;
/** How often to check whether a notification is due (ms). */
const checkMs = 1_000;

type Notify = (...words: readonly string[]) => void;

/** Notifies at half of systemd's interval, from a timer, which shows that the event loop is running. */
function keepNotifying(
  watchdogMs: number,
  voice: Ears | undefined,
  notify: Notify,
): NodeJS.Timeout | undefined {
  if (!(watchdogMs > 0)) return undefined;
  const started = performance.now();
  let notifiedAt = started;
  const check = (): void => {
    const now = performance.now();
    if (now - notifiedAt < watchdogMs / 2) return;
    if (voice !== undefined && !isHearing(voice, now, started)) return;
    notifiedAt = now;
    notify("WATCHDOG=1");
  };
  return setInterval(check, Math.min(checkMs, watchdogMs / 8)).unref();
}

function createNotifier(socket: string, path: string, error: Call["error"]): Notify {
  let hasFailed = false;
  const fail = (reason: string): void => {
    if (!hasFailed) error(`Cannot tell systemd how Loci is: ${reason}`);
    hasFailed = true;
  };
  return (...words) => {
    const child = spawn("systemd-notify", words, {
      env: { PATH: path, NOTIFY_SOCKET: socket },
      stdio: "ignore",
      timeout: 10_000,
    });
    child.unref();
    child.once("error", (error) => {
      const isMissing = "code" in error && error.code === "ENOENT";
      fail(isMissing ? "systemd-notify is not installed (Debian: systemd)" : error.message);
    });
    child.once("exit", (code) => {
      if (code !== 0 && code !== null) fail(`systemd-notify ended with ${code}`);
    });
  };
}
