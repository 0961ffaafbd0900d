import { join } from "node:path";
import { chromium } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { sayInto, speech } from "../cli/voice-world.ts";
import { browserArgs, findChromium } from "../site/open-page.ts";
import { useTempFolder } from "../temp.ts";
import { describeWith } from "../voice/programs.ts";
import { checkAccess, openTalk } from "./open-talk.ts";

describeWith(speech, "by voice on the talk page", () => {
  test("one press goes over to voice, in the same conversation, and the answer is spoken", async () => {
    const wav = join(useTempFolder(), "said.wav");
    sayInto(wav, "remember that the key is under the big pot");
    const { page, complaints } = await openWithMicrophone(`${wav}%noloop`);
    const { say, card, inFiles, inGit, ask } = await openTalk(page);
    await say("which rice for paella?");
    const voice = page.getByRole("button", { name: "Voice" });
    await page.getByLabel("Ask or tell").focus();
    while (!(await voice.evaluate((button) => button.matches(":focus")))) {
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await expect.poll(() => voice.getAttribute("aria-pressed")).toBe("true");
    await page.locator(".asked").getByText("under the big pot").waitFor({ timeout: 60_000 });
    await card("big pot").getByRole("button", { name: /^Edit/ }).waitFor();
    expect(inFiles("under the big pot").length).toBe(1);
    const { sessions } = (await ask("GET", "/api/sessions")).body;
    expect(sessions).toMatchObject([{ mode: "voice" }]);
    await expect.poll(() => page.evaluate("played")).toBeGreaterThan(0.5);
    await checkAccess(page);
    await page.getByRole("button", { name: "Text" }).click();
    await expect.poll(() => voice.getAttribute("aria-pressed")).toBe("false");

    await page.reload();
    await page.locator(".asked").getByText("under the big pot").waitFor();
    await card("big pot").getByRole("button", { name: /^Undo/ }).click();
    await page.locator(".gone").getByText("big pot").waitFor();
    expect(inFiles("under the big pot")).toEqual([]);
    await expect(inGit("under the big pot")).rejects.toThrow();
    await page.getByRole("button", { name: "End" }).click();
    await page.getByText("This conversation is over").waitFor();
    expect(complaints).toEqual([]);
  });

  test("without hands-free it hears only while the button is held, and Escape ends what it says", async () => {
    const wav = join(useTempFolder(), "said.wav");
    sayInto(wav, "which rice for paella");
    const { page, complaints } = await openWithMicrophone(wav);
    await openTalk(page);
    const asked: string[] = [];
    page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
    const sent = () => asked.filter((path) => path === "/api/voice").length;
    await page.getByRole("button", { name: "Voice" }).click();
    await page.getByLabel("Hands-free").uncheck();
    await page.waitForTimeout(4_000);
    expect(sent()).toBe(0);
    const hold = page.getByRole("button", { name: "Hold to talk" });
    await hold.focus();
    await page.keyboard.down("Space");
    await page.getByText("Listening …").waitFor();
    expect(await hold.getAttribute("aria-pressed")).toBe("true");
    await page.waitForTimeout(2_500);
    await page.keyboard.up("Space");
    await expect.poll(sent).toBe(1);
    await page.locator("#talk :is(.asked, .aside)").first().waitFor({ timeout: 60_000 });
    await expect.poll(() => page.evaluate("played"), { timeout: 60_000 }).toBeGreaterThan(0);
    await page.keyboard.press("Escape");
    await page.locator("#stop").waitFor({ state: "hidden" });
    expect(complaints).toEqual([]);
  });
});

/** A page of a Chromium whose microphone hears one recording again and again, or with `%noloop` behind it once. */
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
