import { spawn } from "node:child_process";
import type { Call } from "./command.ts";

/** What systemd is notified of. */
export interface SystemdNews {
  /** One line on how it goes, for `systemctl status`. */
  readonly status: string;
  /** Aborted when Loci was asked to stop. */
  readonly stop: AbortSignal;
  /** Where nothing listens there is no microphone to watch. */
  readonly voice: Ears | undefined;
}

/** What the watchdog goes by where Loci listens. */
export interface Ears {
  /** By the clock of `performance.now()`. */
  lastFrameAt(): number;
  troubles(): readonly { readonly part: string; readonly code: string }[];
}

/**
 * Notifies systemd that Loci is ready, then regularly that it is well, and that it stops; nothing where systemd did
 * not ask. Node has no datagram sockets, so `systemd-notify` speaks for it; what systemd wrote
 * into the environment is taken out, for no other child is to. Never throws, and keeps no process alive.
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
 * Whether Loci hears: sound came in lately, or it is known why none can. A microphone that is unplugged, or that another
 * program has, is reported; restarting Loci would not bring it back.
 */
export function isHearing(ears: Ears, nowMs: number, sinceMs: number): boolean {
  const last = Math.max(ears.lastFrameAt(), sinceMs);
  if (nowMs - last <= deafMs) return true;
  return ears
    .troubles()
    .some(({ part, code }) => part === "microphone" && (code === "gone" || code === "busy"));
}

/** So long without sound (ms), and something hangs. */
const deafMs = 10_000;
/** How often it checks whether the next notification is due (ms): a short deafness is no failure. */
const checkMs = 1_000;

type Notify = (...words: readonly string[]) => void;

/** At half of the time that systemd waits. The timer itself shows that the event loop turns. */
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
