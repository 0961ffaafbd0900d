import { expect, test } from "vitest";
import {
  type Boot,
  elapsedSince,
  isPlausible,
  readTimestamp,
  systemClock,
  type Timestamp,
  wallOf,
} from "../../src/session/clock.ts";
import { fc } from "../fast-check.ts";
import { ana, hour, noon, say, TestClock, useSessionDb } from "./session-db.ts";

const at = (boot: string, up: number, wall: number): Timestamp => ({ boot, up, wall });
const none = new Map<string, Boot>();
const boots = (entries: Record<string, Boot>): Map<string, Boot> =>
  new Map(Object.entries(entries));

test.each<[string, Timestamp, Timestamp, Map<string, Boot>, { ms: number; known: boolean }]>([
  [
    "the uptime within a boot",
    at("a", 5_000, noon),
    at("a", 9_000, noon + 4_000),
    none,
    { ms: 4_000, known: true },
  ],
  [
    "no jump of the wall to 2040",
    at("a", 5_000, noon),
    at("a", 9_000, noon * 2),
    none,
    { ms: 4_000, known: true },
  ],
  [
    "no jump of the wall to 1970",
    at("a", 5_000, noon),
    at("a", 9_000, 0),
    none,
    { ms: 4_000, known: true },
  ],
  [
    "the wall across boots",
    at("a", 5_000, noon),
    at("b", 1_000, noon + hour),
    none,
    { ms: hour, known: true },
  ],
  [
    "nothing by a wall of 1970 after a reboot but this boot's length",
    at("a", 5_000, noon),
    at("b", 7_000, 7_000),
    none,
    { ms: 7_000, known: false },
  ],
  [
    "nothing from a moment of 1970 that was never corrected",
    at("a", 5_000, 5_000),
    at("b", 7_000, noon),
    none,
    { ms: 7_000, known: false },
  ],
  [
    "the corrected wall of a boot that learned the time later",
    at("a", 5_000, 5_000),
    at("b", 7_000, noon + hour),
    boots({ a: { shift: noon - 5_000, up: 9_000 } }),
    { ms: hour, known: true },
  ],
  [
    "nothing by a wall before the last that is known",
    at("a", 5_000, noon),
    at("b", 7_000, noon + hour),
    boots({ c: { shift: noon + 2 * hour, up: 0 } }),
    { ms: 7_000, known: false },
  ],
  [
    "at least this boot where the wall says less",
    at("a", 5_000, noon),
    at("b", hour, noon + 1),
    none,
    { ms: hour, known: true },
  ],
  [
    "by the wall where an uptime went back within a boot (a container)",
    at("a", hour, noon),
    at("a", 1_000, noon + 5_000),
    none,
    { ms: 5_000, known: true },
  ],
  [
    "nothing by the uptime of a boot that was only guessed",
    at("~1", 5_000, noon),
    at("~2", hour, 0),
    none,
    { ms: 0, known: false },
  ],
])("elapsedSince() tells %s", (_, moment, now, known, expected) => {
  expect(elapsedSince(moment, now, known)).toEqual(expected);
});

test.each<[string, Timestamp, Timestamp, Map<string, Boot>, number]>([
  [
    "what was stored before the time came",
    at("a", 5_000, 5_000),
    at("a", 9_000, noon),
    none,
    noon - 4_000,
  ],
  ["what was stored, after a jump to 1970", at("a", 5_000, noon), at("a", 9_000, 0), none, noon],
  ["the stored wall of another boot", at("a", 5_000, noon), at("b", 0, noon + hour), none, noon],
  [
    "the stored wall of another boot while this one stands at 1970",
    at("a", 5_000, noon),
    at("b", 0, 0),
    none,
    noon,
  ],
  [
    "the wall that another boot learned later",
    at("a", 5_000, 5_000),
    at("b", 0, noon + hour),
    boots({ a: { shift: noon, up: 9_000 } }),
    noon + 5_000,
  ],
  [
    "the nearest plausible wall where none was learned",
    at("a", 5_000, 5_000),
    at("b", 0, noon + hour),
    boots({ a: { shift: 0, up: 9_000 }, c: { shift: noon, up: 0 } }),
    noon,
  ],
  ["the stored wall where nothing is plausible", at("a", 5_000, 5_000), at("b", 0, 0), none, 5_000],
])("wallOf() gives %s", (_, moment, now, known, expected) => {
  expect(wallOf(moment, now, known)).toBe(expected);
});

test("systemClock() reads this machine's uptime and names its boot the same each time", () => {
  const clock = systemClock(() => 42);
  const first = readTimestamp(clock);
  expect(first).toEqual({ wall: 42, up: expect.any(Number), boot: clock.boot });
  expect(first.up).toBeGreaterThan(0);
  expect(systemClock(() => 42).boot).toBe(clock.boot);
  expect(clock.boot).not.toBe("");
});

test("readTimestamp() is never negative and always whole", () => {
  expect(readTimestamp({ now: () => -5.5, uptime: () => 1.4, boot: "a" })).toEqual(at("a", 1, 0));
});

/** Something that happens to a machine. */
type Step =
  | { readonly type: "pass" | "suspend"; readonly ms: number }
  | { readonly type: "jump"; readonly to: "1970" | "truth" | "ahead"; readonly by: number }
  | { readonly type: "reboot"; readonly off: number; readonly hasBattery: boolean }
  | { readonly type: "say" };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ type: fc.constantFrom("pass", "suspend"), ms: fc.nat(4 * hour) }),
    fc.record({
      type: fc.constant("jump"),
      to: fc.constantFrom("1970", "truth", "ahead"),
      by: fc.nat(400_000_000_000),
    }),
    fc.record({ type: fc.constant("reboot"), off: fc.nat(hour), hasBattery: fc.boolean() }),
    fc.constant<Step>({ type: "say" }),
  ),
  { minLength: 1, maxLength: 40 },
);

/** A machine whose true time is known beside what its clock says. */
class Machine {
  readonly clock = new TestClock();
  truth = noon;
  /** When the person spoke last, and whether the machine was started since. */
  last = noon;
  isSameBoot = true;

  live(step: Step): void {
    if (step.type === "say") {
      this.last = this.truth;
      this.isSameBoot = true;
    } else if (step.type === "jump") {
      // A wall that is plausible but ahead, after a start, cannot be told from years without current.
      if (step.to === "ahead" && !this.isSameBoot) return;
      this.clock.wall = { "1970": step.by, truth: this.truth, ahead: this.truth + step.by }[
        step.to
      ];
    } else if (step.type === "reboot") {
      this.truth += step.off;
      this.isSameBoot = false;
      this.clock.reboot(step.hasBattery ? this.truth : 0);
    } else {
      this.truth += step.ms;
      this.clock.pass(step.ms);
    }
  }
}

function checkMoment(seen: {
  readonly moment: Timestamp;
  readonly now: Timestamp;
  readonly known: ReadonlyMap<string, Boot>;
  readonly passed: number;
}): void {
  const { moment, now, known, passed } = seen;
  const elapsed = elapsedSince(moment, now, known);
  expect(elapsed.ms).toBeGreaterThanOrEqual(0);
  expect(wallOf(moment, now, known)).toBeGreaterThanOrEqual(0);
  if (moment.boot === now.boot) expect(elapsed).toEqual({ ms: passed, known: true });
  if (!elapsed.known) expect(elapsed.ms).toBeLessThanOrEqual(passed);
}

test("elapsed and wall times are never negative, and exact within a boot, whatever the clock does", () => {
  fc.assert(
    fc.property(steps, (life) => {
      const machine = new Machine();
      const known = new Map<string, Boot>();
      const said: { moment: Timestamp; truth: number }[] = [];
      for (const step of life) {
        machine.live(step);
        const now = readTimestamp(machine.clock);
        if (isPlausible(now.wall)) known.set(now.boot, { shift: now.wall - now.up, up: now.up });
        if (step.type === "say") said.push({ moment: now, truth: machine.truth });
        for (const { moment, truth } of said) {
          checkMoment({ moment, now, known, passed: machine.truth - truth });
        }
      }
    }),
    { numRuns: 500 },
  );
});

test("no live session expires by jumps, sleep or reboots, and messages keep their order", () => {
  let checked = 0;
  fc.assert(
    fc.property(steps, (life) => {
      const machine = new Machine();
      const { db } = useSessionDb({ clock: machine.clock, inMemory: true });
      const { id } = db.sessions.start(ana);
      let number = 0;
      for (const step of life) {
        machine.live(step);
        if (machine.truth - machine.last > 24 * hour) break;
        if (step.type === "say") db.sessions.addMessage(id, say(`${++number}`));
        db.sessions.expire();
        expect(db.sessions.find(id)?.state).toBe(number > 0 ? "active" : "idle");
        const kept = db.sessions.messages(id);
        const numbers = Array.from({ length: number }, (_, i) => i + 1);
        expect(kept.map((message) => message.id)).toEqual(numbers);
        expect(kept.map(({ content }) => Number(content))).toEqual(numbers);
        expect(kept.every((message) => message.at >= 0)).toBe(true);
        checked += 1;
      }
      db.close();
    }),
    { numRuns: 200 },
  );
  expect(checked).toBeGreaterThan(1_000);
});

test("a session does expire once its time is over, also after a reboot without the time", () => {
  const { db, clock } = useSessionDb();
  const { id } = db.sessions.start(ana);
  clock.reboot(0);
  clock.pass(24 * hour);
  expect(db.sessions.expire()).toBe(0);
  clock.pass(1);
  expect(db.sessions.expire()).toBe(1);
  expect(db.sessions.find(id)).toBeUndefined();
});

test("messages taken before the network gave the time are right afterwards, also after a reboot", () => {
  const { db, clock } = useSessionDb();
  clock.reboot(20_000);
  const { id } = db.sessions.start(ana);
  db.sessions.addMessage(id, say("early"));
  clock.pass(5_000);
  clock.wall = noon + hour;
  db.sessions.addMessage(id, say("late"));
  const right = [noon + hour - 5_000, noon + hour];
  expect(db.sessions.messages(id).map(({ at: when }) => when)).toEqual(right);
  clock.reboot(noon + 2 * hour);
  expect(db.sessions.messages(id).map(({ at: when }) => when)).toEqual(right);
  expect(db.sessions.find(id)).toMatchObject({ startedAt: right[0], lastAt: right[1] });
});

test("expire() notes the time that the network gave after the last message", () => {
  const { db, clock } = useSessionDb();
  clock.reboot(20_000);
  const { id } = db.sessions.start(ana);
  db.sessions.addMessage(id, say("early"));
  clock.pass(5_000);
  clock.wall = noon + hour;
  db.sessions.expire();
  clock.reboot(noon + 2 * hour);
  expect(db.sessions.messages(id)).toMatchObject([{ at: noon + hour - 5_000 }]);
});
