import { describe, expect, test } from "vitest";
import { checkHostKey } from "../../../src/git/remote/known-hosts.ts";

const key = Buffer.from("a key");
const line = (hosts: string, bytes: Buffer = key): string =>
  `${hosts} ssh-ed25519 ${bytes.toString("base64")} comment`;
const name = "git.example.org";

describe("checkHostKey()", () => {
  test.each([
    [line("git.example.org"), "known"],
    [line("other,git.example.org,1.2.3.4"), "known"],
    [line("*.example.org"), "unknown"],
    [line("!git.example.org"), "unknown"],
    [line("[git.example.org]:2222"), "unknown"],
    [line("git.example.org", Buffer.from("another")), "changed"],
    [`${line("git.example.org")}\n@revoked ${line("*")}`, "revoked"],
    [`${line("git.example.org")}\n@revoked ${line("*.org")}`, "revoked"],
    [`@cert-authority ${line("*")}`, "unknown"],
    [`# ${line("git.example.org")}`, "unknown"],
    ["git.example.org\n\nssh-ed25519", "unknown"],
    [`|1|x|${line("git.example.org")}`, "unknown"],
  ])("%s", (text, verdict) => {
    expect(checkHostKey(text, name, key)).toBe(verdict);
  });

  test("looks at ports", () => {
    const there = "[git.example.org]:2222";
    expect(checkHostKey(line(there), there, key)).toBe("known");
    expect(checkHostKey(line(name), there, key)).toBe("unknown");
  });
});
