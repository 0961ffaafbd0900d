/** Whether a process is there: a child that has ended and was reaped is not any more, a zombie is. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
