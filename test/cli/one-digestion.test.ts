import { expect, test } from "vitest";
import { lociJson } from "../run-loci.ts";
import { nothingFound, watchVault } from "../watched-vault.ts";

test("a piped conversation ends with one digest event, and a failing model is asked once", async () => {
  const { root, env, server, asked } = await watchVault({ "topics/sea.md": "- Salty\n" });
  const reply = (request: Parameters<typeof nothingFound>[0]) => nothingFound(request) ?? "Fine.";
  server.always = (request) =>
    request.response_format?.type === "json_schema" &&
    request.response_format.json_schema.name === "conclusions"
      ? { status: 400 }
      : reply(request);
  const input = "I decided to paint the kitchen blue\n/end\n";
  const events = await lociJson(["chat", "--person", "ana", "--vault", root], { input, env });
  const digests = events.filter((event) => Object(event).type === "digest");
  expect(digests).toMatchObject([{ status: "waiting" }]);
  expect(asked("extract")).toHaveLength(1);
});
