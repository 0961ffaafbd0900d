import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Locator, type Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { readWav } from "../../../src/voice/audio/read-wav.ts";
import { sayInto, speech } from "../../fake-sound.ts";
import { wavBytes } from "../../models/wav-bytes.ts";
import { useTempFolder } from "../../temp.ts";
import { describeWith } from "../../voice/programs.ts";
import { browserArgs, findChromium } from "../open-page.ts";
import { checkAccess, openTalk } from "./open-talk.ts";

describeWith(speech, "by voice on the talk page", () => {
  test("by keyboard alone, one conversation goes from text to voice, and is loaded again", async () => {
    const wav = join(useTempFolder(), "said.wav");
    sayLater(wav, "remember that the key is in the big pot");
    const { page, complaints } = await openWithMicrophone(wav);
    const { atRest, inFiles, ask } = await openTalk(page);
    const { press, say } = byKeyboard(page, atRest);
    const button = (name: string | RegExp) => page.getByRole("button", { name });
    const [speak, agent] = [button("Speak"), page.getByLabel("Agent")];
    const heard = page.locator(".asked").getByText("in the big pot");
    const pressed = () => speak.getAttribute("aria-pressed");
    const sessions = async () => (await ask("GET", "/api/sessions")).body.sessions;

    await say("which rice for paella?");
    await say("Remember that the lamp key hangs behind the door");
    await press(speak);
    await expect.poll(pressed).toBe("true");
    await heard.first().waitFor({ timeout: 60_000 });
    await button(/^Edit.*big pot/)
      .first()
      .waitFor();
    expect(inFiles("in the big pot").length).toBe(1);
    await expect.poll(() => page.evaluate("played")).toBeGreaterThan(0.5);
    expect(await sessions()).toMatchObject([{ mode: "voice", agent: "loci" }]);
    await checkAccess(page);

    // It hears again from the first press on.
    await page.reload();
    await heard.first().waitFor();
    const before = await heard.count();
    await page.getByText("Press Speak to go on talking.").waitFor();
    await expect.poll(() => agent.inputValue()).toBe("loci");
    expect(await pressed()).toBe("false");
    await checkAccess(page);
    await press(speak);
    await expect.poll(() => heard.count(), { timeout: 60_000 }).toBeGreaterThan(before);
    await atRest();
    expect(inFiles("in the big pot").length).toBe(1);
    await press(speak);
    await expect.poll(pressed).toBe("false");
    await page.reload();
    await heard.first().waitFor();
    expect(await pressed()).toBe("false");

    await checkAccess(page);
    expect(complaints).toEqual([]);
  });

  test("Escape ends what it says, and a second press of Speak lets the microphone go", async () => {
    const wav = join(useTempFolder(), "said.wav");
    sayLater(wav, "which rice for paella");
    const { page, complaints } = await openWithMicrophone(wav);
    await openTalk(page);
    const asked: string[] = [];
    page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
    const sent = () => asked.filter((path) => path === "/api/voice").length;
    const speak = page.getByRole("button", { name: "Speak" });
    await speak.click();
    await expect.poll(() => page.evaluate("played"), { timeout: 60_000 }).toBeGreaterThan(0);
    await page.keyboard.press("Escape");
    await page.getByText("Listening …").waitFor();
    await speak.click();
    expect(await speak.getAttribute("aria-pressed")).toBe("false");
    const before = sent();
    await page.waitForTimeout(4_000);
    expect(sent()).toBe(before);
    expect(complaints).toEqual([]);
  });
});

/** What a person does without a mouse. */
function byKeyboard(page: Page, atRest: () => Promise<void>) {
  const press = async (at: Locator, key = "Enter") => {
    while (!(await at.evaluate((one) => one.matches(":focus")))) await page.keyboard.press("Tab");
    await page.keyboard.press(key);
  };
  const say = async (words: string) => {
    await press(page.getByLabel("Ask or tell"), "ControlOrMeta+a");
    await page.keyboard.type(`${words}\n`);
    await page.locator(".asked").getByText(words).waitFor();
    await atRest();
  };
  return { press, say };
}

/** A recording with silence around it: the page may hear a while after the microphone opens, or, busy, miss a part. */
function sayLater(wav: string, text: string): void {
  const { rate, pcm } = readWav(readFileSync(sayInto(wav, text)));
  const silence = (seconds: number) => Array<number>(seconds * rate).fill(0);
  const samples = [...silence(2), ...pcm, ...silence(12)];
  writeFileSync(wav, wavBytes(samples, { rate }));
}

/** A page of a Chromium whose microphone hears one recording again and again. */
async function openWithMicrophone(wav: string) {
  const executablePath = findChromium() ?? "";
  const args = [
    ...browserArgs(),
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-audio-capture=${wav}`,
    "--autoplay-policy=no-user-gesture-required",
  ];
  const browser = await chromium.launch({ executablePath, args });
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  // Counts the seconds that the page plays.
  await page.addInitScript(`globalThis.played = 0;
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function () {
      globalThis.played += this.buffer.duration;
      start.call(this);
    };`);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { page, complaints };
}
