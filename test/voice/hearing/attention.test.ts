import { describe, expect, test } from "vitest";
import { Attention } from "../../../src/voice/hearing/attention.ts";

const second = 16_000;

/** Said from one second to another, at a level. */
const said = (from: number, to: number, level = -25) => ({
  startSample: from * second,
  endSample: to * second,
  level,
});

const attend = (activation: "open" | "name" | "wake" | "push" = "name") =>
  new Attention({ activation, names: ["loci"] });

describe("createAttention()", () => {
  test("takes what names it, without the name, and nothing else", () => {
    const attention = attend();
    expect(attention.isAddressed("what time is it", said(1, 2))).toEqual({
      addressed: false,
      text: "what time is it",
    });
    expect(attention.isAddressed("Loci, what time is it?", said(3, 5))).toEqual({
      addressed: true,
      text: "what time is it?",
    });
  });

  test("listens after its name alone, until eight seconds later", () => {
    const attention = attend();
    expect(attention.isAddressed("Loci", said(1, 2))).toEqual({ addressed: true, text: "" });
    expect(attention.isAwake(9 * second)).toBe(true);
    expect(attention.isAddressed("what time is it", said(9, 11)).addressed).toBe(true);
    attention.isAddressed("Loci", said(20, 21));
    expect(attention.isAwake(30 * second)).toBe(false);
    expect(attention.isAddressed("what time is it", said(30, 31)).addressed).toBe(false);
  });

  test("needs no name for eight seconds after a reply", () => {
    const attention = attend();
    attention.isAddressed("Loci, hello", said(1, 2));
    attention.openFollowUp(10 * second);
    expect(attention.isAddressed("and tomorrow", said(17.9, 19)).addressed).toBe(true);
    attention.openFollowUp(25 * second);
    expect(attention.isAddressed("and tomorrow", said(33.1, 34)).addressed).toBe(false);
  });

  test("takes no follow-up that is more than 9 dB fainter than who it answered: the television", () => {
    const attention = attend();
    attention.isAddressed("Loci, hello", said(1, 2, -25));
    attention.openFollowUp(10 * second);
    expect(attention.isAddressed("the weather tomorrow", said(11, 12, -35)).addressed).toBe(false);
    expect(attention.isAddressed("and tomorrow", said(13, 14, -33)).addressed).toBe(true);
  });

  test("does not get used to ever fainter voices by follow-ups, but by its name", () => {
    const attention = attend();
    attention.isAddressed("Loci, hello", said(1, 2, -25));
    attention.openFollowUp(3 * second);
    attention.isAddressed("one", said(4, 5, -33));
    attention.openFollowUp(6 * second);
    expect(attention.isAddressed("two", said(7, 8, -41)).addressed).toBe(false);
    expect(attention.isAddressed("Loci, three", said(9, 10, -41)).addressed).toBe(true);
    attention.openFollowUp(11 * second);
    expect(attention.isAddressed("four", said(12, 13, -45)).addressed).toBe(true);
  });

  test("takes what a person adds within two seconds, before there is a reply", () => {
    const attention = attend();
    attention.isAddressed("Loci, remember that Ana", said(1, 3));
    expect(attention.isAddressed("comes on Sunday", said(4.5, 6)).addressed).toBe(true);
    expect(attention.isAddressed("the news at nine", said(9, 10)).addressed).toBe(false);
  });

  test("does not take what was over before it fell silent", () => {
    const attention = attend();
    attention.openFollowUp(10 * second);
    expect(attention.isAddressed("the news", said(8, 10)).addressed).toBe(false);
  });

  test("takes what runs into its wake word, however faint, and needs that word", () => {
    const attention = attend("wake");
    attention.isAddressed("Loci, hello", said(1, 2, -10));
    expect(attention.isAddressed("Loci, what time is it", said(3, 4)).addressed).toBe(false);
    attention.wake(11 * second);
    const heard = attention.isAddressed("Loci, what time is it", said(10, 13, -45));
    expect(heard).toEqual({ addressed: true, text: "what time is it" });
  });

  test("knows a television after a question too, and says beforehand what it would take", () => {
    const attention = attend();
    attention.isAddressed("Loci, forget the nuts", said(1, 2, -25));
    attention.openFollowUp(5 * second);
    expect(attention.isExpected(said(6, 7, -40))).toBe(false);
    expect(attention.isNear(said(6, 7, -40))).toBe(false);
    expect(attention.isAddressed("yes", said(6, 7, -40)).addressed).toBe(false);
    expect(attention.isExpected(said(8, 9, -30))).toBe(true);
    expect(attention.isAddressed("yes", said(8, 9, -30)).addressed).toBe(true);
    expect(attention.isExpected(said(40, 41))).toBe(false);
    expect(attend("open").isExpected(said(40, 41))).toBe(true);
  });

  test("takes only what the button asked for where it is pushed to talk", () => {
    const attention = attend("push");
    expect(attention.isAddressed("Loci, hello", said(1, 2)).addressed).toBe(false);
    attention.wake(5 * second, 6 * second);
    expect(attention.isAddressed("hello", said(5, 9)).addressed).toBe(true);
    attention.openFollowUp(12 * second);
    expect(attention.isAddressed("and tomorrow", said(13, 14)).addressed).toBe(false);
  });

  test("takes everything where it is open, without its name", () => {
    const attention = attend("open");
    expect(attention.isAwake(0)).toBe(true);
    expect(attention.isAddressed(" hello ", said(1, 2))).toEqual({
      addressed: true,
      text: "hello",
    });
    expect(attention.isAddressed("Loci, hello", said(3, 4)).text).toBe("hello");
  });

  test("wants its name again once the conversation is over", () => {
    const attention = attend();
    attention.isAddressed("Loci, goodbye", said(1, 2));
    attention.openFollowUp(3 * second);
    attention.sleep();
    expect(attention.isAwake(4 * second)).toBe(false);
    expect(attention.isAddressed("hello", said(4, 5)).addressed).toBe(false);
  });
});
