import { expect, test } from "vitest";
import { childEnv } from "../../../src/models/programs/child-env.ts";

test("childEnv() hands on what programs need, and no key", () => {
  const plain = {
    PATH: "/usr/bin",
    HOME: "/home/ana",
    LANG: "ca_ES.UTF-8",
    XDG_RUNTIME_DIR: "/run/user/1000",
    PULSE_SERVER: "unix:/run/pulse",
    LOCI_VAULT: "/home/ana/loci",
  };
  const keys = {
    OPENAI_API_KEY: "1",
    OPENAI_BASE_URL: "2",
    LOCI_MODEL_API_KEY: "3",
    LOCI_MODEL_API_KEY_FILE: "4",
    LOCI_SYNC_TOKEN: "5",
    GITHUB_TOKEN: "6",
    ANTHROPIC_API_KEY: "7",
    AWS_SECRET_ACCESS_KEY: "8",
    some_api_key: "9",
    DB_PASSWORD: "10",
    NOTIFY_SOCKET: "/run/systemd/notify",
    CREDENTIALS_DIRECTORY: "/run/credentials/loci.service",
  };
  expect(childEnv({ ...plain, ...keys })).toEqual(plain);
});
