import dns from "node:dns";
import { onTestFinished } from "vitest";

/** The name of a far machine that is this one. */
export function useCloudName(): string {
  const { lookup } = dns;
  const faked = (host: string, ...rest: unknown[]) =>
    Reflect.apply(lookup, dns, [host === "models.example.org" ? "127.0.0.1" : host, ...rest]);
  Object.assign(dns, { lookup: faked });
  onTestFinished(() => {
    Object.assign(dns, { lookup });
  });
  return "models.example.org";
}
