import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createButtonPresses, createGpioButton } from "../../../src/voice/button/gpio-button.ts";
import { useTempFolder } from "../../temp.ts";
import { usePath, useProgram } from "../audio/fake-program.ts";

/** A `gpiomon` that says its version, and what a script of lines says else; it notes its arguments. */
const fakeGpiomon = (version: string, script: string) =>
  useProgram(
    "gpiomon",
    `if [ "$1" = "--version" ]; then echo "gpiomon (libgpiod) ${version}"; exit 0; fi
echo "$@" > "$NOTES"
${script}`,
  );

async function run(until: (said: readonly string[]) => boolean) {
  const said: string[] = [];
  const stop = new AbortController();
  let isBroken = false;
  const look = (): void => {
    if (until(said)) stop.abort();
  };
  const overdue = setTimeout(() => stop.abort(), 10_000);
  await createGpioButton({ chip: "gpiochip0", line: 17, pauseMs: 50 })(
    (press) => {
      said.push(press);
      look();
    },
    (error) => {
      if (isBroken === (error !== undefined)) return;
      isBroken = !isBroken;
      said.push(error?.message ?? "mended");
      look();
    },
    stop.signal,
  );
  clearTimeout(overdue);
  return said;
}

test.each([
  [
    "1.6",
    "v1.6.3",
    "event: %s EDGE offset: 17 timestamp: [  1.1]",
    ["FALLING", "RISING"],
    "--bias=pull-up --line-buffered gpiochip0 17",
  ],
  [
    "2",
    "v2.1.3",
    "10167.906417\\t%s\\tgpiochip0 17",
    ["falling", "rising"],
    "--bias=pull-up --chip=gpiochip0 17",
  ],
])(
  "createGpioButton() hears it pressed and let go by libgpiod %s",
  async (_, version, format, [falling, rising], expected) => {
    const say = (edge: string | undefined): string => `printf '${format}\\n' ${edge}`;
    const heard = join(useTempFolder(), "heard");
    const { notes } = fakeGpiomon(
      version,
      [
        say(falling),
        `until [ -e ${heard} ]; do sleep 0.05; done`,
        say(rising),
        "exec sleep 60",
      ].join("\n"),
    );
    const said = await run((presses) => {
      if (presses.includes("down")) writeFileSync(heard, "");
      return presses.length >= 2;
    });
    expect(said).toEqual(["down", "up"]);
    expect(notes()).toEqual([expected]);
  },
);

test("a gpiomon that fails is told once, tried again, and told when it works", async () => {
  const folder = useTempFolder();
  fakeGpiomon(
    "v1.6.3",
    `if [ $(ls ${folder} | wc -l) -lt 3 ]; then mktemp -p ${folder} >/dev/null; echo "gpiomon: error opening chip" >&2; exit 1; fi
exec sleep 60`,
  );
  const said = await run((lines) => lines.includes("mended"));
  expect(said).toEqual([
    'Cannot watch the button on line 17 of gpiochip0: gpiomon: error opening chip; "gpioinfo" lists the lines, and this user needs the right to use them (group gpio)',
    "mended",
  ]);
});

test("a gpiomon that is not there is told with the package to install", async () => {
  usePath("/nowhere");
  const said = await run((lines) => lines.length > 0);
  expect(said).toEqual([
    'Cannot watch the button: the program "gpiomon" is not installed; run "sudo apt install gpiod"',
  ]);
});

/** What a contact makes that is down ("0d") and up ("150u") from these times (ms) on. */
function pressesOf(changes: string): readonly string[] {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const said: string[] = [];
  let now = 0;
  const presses = createButtonPresses((press) => said.push(`${press} ${now}`));
  const pass = (until: number): void => {
    for (; now < until; now += 10) vi.advanceTimersByTime(10);
  };
  for (const change of changes.split(" ")) {
    pass(Number.parseInt(change, 10));
    presses.edge(change.endsWith("d"));
  }
  pass(now + 1_000);
  return said.map((line) => line.split(" ")[0] ?? "");
}

test.each([
  ["a short press is a tap", "0d 150u", ["tap"]],
  ["a long one lasts from down to up", "0d 900u", ["down", "up"]],
  ["a contact that bounces is pressed once", "0d 10u 10d 800u 810d 810u", ["down", "up"]],
  ["two taps are two", "0d 100u 300d 400u", ["tap", "tap"]],
  ["a spike is nothing", "0d 10u", []],
  ["released twice is released once", "0d 100u 200u", ["tap"]],
] as const)("createButtonPresses(): %s", (_, changes, expected) => {
  expect(pressesOf(changes)).toEqual(expected);
});
