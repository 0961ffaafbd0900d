import { describe, expect, test } from "vitest";
import {
  checkHostKey,
  fingerprintOf,
  matchesPattern,
} from "../../../src/git/remote/known-hosts.ts";
import { readSshConfig } from "../../../src/git/remote/ssh-config.ts";

const key = Buffer.from("a key");
const line = (hosts: string, bytes: Buffer = key): string =>
  `${hosts} ssh-ed25519 ${bytes.toString("base64")} comment`;
const server = { host: "Git.Example.org", port: 22 };

describe("checkHostKey()", () => {
  test.each([
    [line("git.example.org"), "known"],
    [line("other,git.example.org,1.2.3.4"), "known"],
    [line("*.example.org"), "known"],
    [line("*.example.org,!git.example.org"), "unknown"],
    [line("[git.example.org]:2222"), "unknown"],
    [line("git.example.org", Buffer.from("another")), "changed"],
    [`${line("git.example.org")}\n@revoked ${line("*")}`, "revoked"],
    [`@cert-authority ${line("*")}`, "unknown"],
    [`# ${line("git.example.org")}`, "unknown"],
    ["git.example.org\n\nssh-ed25519", "unknown"],
    [`|1|x|${line("git.example.org")}`, "unknown"],
  ])("%s", (text, verdict) => {
    expect(checkHostKey([text], server, key)).toBe(verdict);
  });

  test("looks at ports and at all files", () => {
    const there = { host: "git.example.org", port: 2222 };
    expect(checkHostKey(["", line("[git.example.org]:2222")], there, key)).toBe("known");
    expect(checkHostKey([line("git.example.org")], there, key)).toBe("unknown");
  });
});

test("fingerprintOf() is what ssh shows", () => {
  expect(fingerprintOf(Buffer.from(""))).toBe("SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU");
});

test.each([
  ["*", "", true],
  ["a*c?", "abbbcd", true],
  ["a*c?", "abbbc", false],
  [`${"*a".repeat(500)}b`, "a".repeat(400), false],
])("matchesPattern() %#", (pattern, name, matches) => {
  expect(matchesPattern(pattern, name)).toBe(matches);
});

test("readSshConfig() takes the first value, of hosts that fit", () => {
  const text = [
    "User nobody",
    "Host *.org !bad.org",
    "  hostname=real.org",
    "  Port 2222 # the usual one",
    '  IdentityFile "~/my keys/id"',
    "  IdentityFile ~/.ssh/other",
    "Match host x",
    "  Port 1",
    "Host *",
    "  User late",
    "  ProxyJump none",
  ].join("\r\n");
  expect(readSshConfig(text, "git.org")).toEqual({
    hostName: "real.org",
    user: "nobody",
    port: 2222,
    identityFiles: ["~/my keys/id", "~/.ssh/other"],
    knownHostsFiles: [],
    identityAgent: undefined,
    proxy: undefined,
  });
  expect(readSshConfig(text, "bad.org")).toMatchObject({ hostName: undefined, user: "nobody" });
  expect(readSshConfig("Host x\n ProxyCommand nc %h", "x").proxy).toBe("nc");
});
