import { spawn } from "node:child_process";
import type { Call } from "./command.ts";

/**
 * Notifies systemd that Loci is ready, at half of its interval that the event loop runs, and finally that it is
 * stopping; does nothing unless systemd has asked for it. Runs `systemd-notify`, since Node has no datagram sockets.
 * Removes systemd's variables from the environment so that no other child process notifies. Never throws, and keeps no
 * process alive.
 */
export function notifySystemd(
  { env, error }: Pick<Call, "env" | "error">,
  status: string,
  stop: AbortSignal,
): void {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdogUs, WATCHDOG_PID: watched } = env;
  for (const name of ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]) delete env[name];
  if (!socket) return;
  let hasFailed = false;
  const notify = (...words: readonly string[]): void => {
    const child = spawn("systemd-notify", words, {
      env: { PATH: env.PATH, NOTIFY_SOCKET: socket },
      stdio: "ignore",
      timeout: 10_000,
    });
    child.unref();
    child.once("error", ({ message }) => {
      if (!hasFailed) error(`Cannot tell systemd how Loci is (systemd-notify): ${message}`);
      hasFailed = true;
    });
  };
  notify("READY=1", `STATUS=${status}`);
  const watchdogMs = Number(watchdogUs) / 1_000;
  const isWatched = watchdogMs > 0 && (watched ?? String(process.pid)) === String(process.pid);
  const alive = isWatched ? setInterval(() => notify("WATCHDOG=1"), watchdogMs / 2) : undefined;
  alive?.unref();
  stop.addEventListener("abort", () => {
    clearInterval(alive);
    notify("STOPPING=1");
  });
}
