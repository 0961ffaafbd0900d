import { describe, expect, test } from "vitest";
import { parseRemoteUrl } from "../../../src/git/remote/remote-url.ts";

const start = { root: "/vault", home: "/home/ana" };

test.each([
  ["https://github.com/a/b.git", { type: "http", shown: "https://github.com/a/b.git" }],
  ["https://ana@host/a/", { type: "http", user: "ana", shown: "https://host/a" }],
  ["HTTPS://Host:8443/a", { type: "http", shown: "https://host:8443/a" }],
  ["git@github.com:a/b.git", { type: "ssh", shown: "github.com:a/b.git" }],
  ["board:vault.git", { type: "ssh", shown: "board:vault.git" }],
  ["[::1]:/srv/a.git", { type: "ssh", shown: "[::1]:/srv/a.git" }],
  ["ssh://git@host:2222/a/b.git", { type: "ssh", shown: "ssh://host:2222/a/b.git" }],
  ["file:///media/stick/v%20x.git", { type: "folder", shown: "/media/stick/v x.git" }],
  ["/media/stick/v.git", { type: "folder", shown: "/media/stick/v.git" }],
  ["../v.git", { type: "folder", shown: "/v.git" }],
  ["./a:b", { type: "folder", shown: "/vault/a:b" }],
  ["~/v.git", { type: "folder", shown: "/home/ana/v.git" }],
])("parseRemoteUrl() reads %s", (url, place) => {
  expect(parseRemoteUrl(url, start)).toMatchObject(place);
});

describe("parseRemoteUrl() refuses", () => {
  test.each([
    "git://host/a.git",
    "s3://bucket/a",
    "ext::sh -c touch% /tmp/x",
    "ssh://-oProxyCommand=x/a",
    "ssh://$(touch%20x)/a",
    "git@a`touch x`b:a",
    "ssh://a%20-oProxyCommand=x@host/a",
    "git@host:-x",
    "ssh://host/",
    "ssh://git:pw@host/a",
    "file://other/share",
    "https://",
    "https://host/a\nb",
    "https://host/%0aprotocol=https%0ahost=github.com/x.git",
  ])("%s", (url) => {
    expect(() => parseRemoteUrl(url, start)).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ reason: "unsupported" }) }),
    );
  });

  test.each([
    "https://ana:hunter2@host/a",
    "https://ghp_hunter2@host/a",
    "https://oauth2:hunter2@host/a",
    "https://host/a?private_token=hunter2",
    "https://host/a;token=hunter2",
    "s3://host/a;token=hunter2",
    "git://ana:hunter2@host/a",
    "ssh://ana:hunter2@host/a",
  ])("%s, and does not repeat the secret", (url) => {
    const told: string[] = [];
    try {
      parseRemoteUrl(url, start);
    } catch (error) {
      told.push(error instanceof Error ? `${error.stack} ${JSON.stringify(error)}` : "");
    }
    expect(told).toHaveLength(1);
    expect(told[0]).not.toContain("hunter2");
  });
});
