import { disk } from "../../src/git/disk.ts";

const real = { ...disk };

/** Does some work while every call to the disk goes through `watch`, with its number; gives its result or error. */
export async function watchDisk(
  work: () => Promise<unknown>,
  watch: (call: () => Promise<void>, number: number) => Promise<void>,
): Promise<{ readonly ended: unknown; readonly calls: readonly string[] }> {
  const calls: string[] = [];
  for (const [name, call] of Object.entries(real)) {
    const watched = (...args: unknown[]): Promise<void> =>
      watch(() => Reflect.apply(call, disk, args), calls.push(name));
    Object.assign(disk, { [name]: watched });
  }
  try {
    const ended = await work().catch((error: unknown) => error);
    return { ended, calls };
  } finally {
    Object.assign(disk, real);
  }
}

/** Does some work on a disk on which the nth call fails with EIO, and those after it succeed. */
export const failAt = (nth: number, work: () => Promise<unknown>): ReturnType<typeof watchDisk> =>
  watchDisk(work, async (call, number) => {
    if (number === nth) throw Object.assign(new Error("EIO"), { code: "EIO" });
    await call();
  });
