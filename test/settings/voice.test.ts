import { describe, expect, test } from "vitest";
import { voiceSettings } from "../../src/settings/voice.ts";

const isFine = (settings: object): boolean => voiceSettings.safeParse(settings).success;

describe("voiceSettings", () => {
  test.each([
    "default",
    "none",
    "hw:1,0",
    "plughw:CARD=S330,DEV=0",
    "sysdefault:CARD=PCH",
    "bluealsa:DEV=00:11:22:33:44:55,PROFILE=a2dp",
    "my_profile:x",
  ])("takes the device %s", (name) => {
    expect(isFine({ microphone: name, speaker: name })).toBe(true);
  });

  test.each([
    "--help",
    "-Dhw:0",
    "/etc/passwd",
    "file:/tmp/heard.raw",
    "FILE:/tmp/heard.raw",
    "tee:default,/tmp/heard.raw,raw",
    "plug:file:/tmp/heard.raw",
    "plug:SLAVE=tee:default",
    "",
  ])("refuses the device %j", (name) => {
    expect(isFine({ microphone: name })).toBe(false);
    expect(isFine({ speaker: name })).toBe(false);
  });

  test("takes a GPIO chip, and no flag in its place", () => {
    expect(isFine({ button: { gpioChip: "gpiochip1" } })).toBe(true);
    expect(isFine({ button: { gpioChip: "/dev/gpiochip1" } })).toBe(true);
    expect(isFine({ button: { gpioChip: "--version" } })).toBe(false);
  });
});
