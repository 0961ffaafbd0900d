import { networkInterfaces } from "node:os";

const lookMs = 15_000;

/** Calls back when this device came into another network than before; returns what ends that. */
export function watchNetwork(network: () => string, onChange: () => void): () => void {
  let before = network();
  const timer = setInterval(() => {
    const now = network();
    const isNew = now !== before && now !== "";
    before = now;
    if (isNew) onChange();
  }, lookMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** The addresses of this device, which tell one network from another; '' without any. */
export function networkNow(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return addresses
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .sort()
    .join(" ");
}
