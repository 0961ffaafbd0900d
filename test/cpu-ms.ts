/** Milliseconds of processor time this process has used: unlike a clock, a busy machine hardly changes it. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
