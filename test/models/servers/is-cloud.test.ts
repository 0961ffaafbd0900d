import { expect, test } from "vitest";
import { isCloudAddress } from "../../../src/models/servers/is-cloud.ts";

test.each([
  ["http://127.0.0.1:1/v1", false],
  ["tcp://kitchen:10300", false],
  ["tcp://EARS.local:10300", false],
  ["tcp://192.168.1.9:10300", false],
  ["tcp://[fd00::1]:10300", false],
  ["tcp://2130706433:10300", false],
  ["tcp://8.8.8.8:10300", true],
  ["tcp://0x08080808:10300", true],
  ["tcp://134744072:10300", true],
  ["tcp://010.8.8.8:10300", true],
  ["TCP://0x08080808", true],
  ["tcp://a%20b:1", true],
  ["https://api.example.org/v1", true],
])("isCloudAddress() of %s is %s", (address, isCloud) => {
  expect(isCloudAddress(address)).toBe(isCloud);
});
