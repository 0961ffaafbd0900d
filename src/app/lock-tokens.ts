import { openVaultLock } from "../index/vault-lock.ts";
import { deviceClock } from "./device-clock.ts";

/** Works on the tokens of a vault while no other process does. Throws LociError BUSY. */
export async function withTokensLocked<T>(lociDir: string, work: () => Promise<T>): Promise<T> {
  const { lock, close } = openVaultLock(lociDir, { clock: deviceClock, name: "tokens" });
  try {
    return await lock(work);
  } finally {
    close();
  }
}
