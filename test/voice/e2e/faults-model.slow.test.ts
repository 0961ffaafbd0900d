import { expect, onTestFinished, test } from "vitest";
import type { Reply } from "../../models/chat-replies.ts";
import { type ChatServer, startChatServer } from "../../models/chat-server.ts";
import { describeWith } from "../programs.ts";
import { messagesIn, useTalk } from "./talk.ts";
import { wiredPrograms } from "./wired-room.ts";

describeWith(wiredPrograms, "loci voice whose model", () => {
  test("stalls says one moment, then apologizes, both in the person's language, and answers the next turn", async () => {
    const { server, env } = await useModel();
    server.replies.push({ hang: true });
    const talk = await useTalk({
      languages: ["ca"],
      env: { ...env, LOCI_MODEL_TIMEOUT_MS: "9000" },
    });
    talk.say("Quin arròs fem servir per a la paella?", { language: "ca" });
    await talk.until("spoken", { text: "Un moment." });
    await talk.until("spoken", { text: "Ara no puc respondre. He desat el que has dit." });
    expect(talk.count("error", { code: "MODEL_FAILED" })).toBe(1);
    await talk.untilQuiet();
    server.always = "Arròs bomba.";
    await talk.turn("I ara?", { language: "ca" });
    await talk.until("spoken", { text: "Arròs bomba." });
    expect(messagesIn(talk.root, "user")).toEqual([
      "Quin arròs fem servir per a la paella?",
      "I ara?",
    ]);
    expect(talk.count("session")).toBe(1);
    await server.close();
    await talk.stop();
  });

  test.each<[string, Reply]>([
    ["stalls", { text: "La paella quiere arroz bomba. Y luego", cut: "stall" }],
    ["cuts the line", { text: "La paella quiere arroz bomba. Y luego", cut: "destroy" }],
  ])(
    "%s in mid-answer speaks what came, apologizes in the person's language, and goes on",
    async (_, reply) => {
      const { server, env } = await useModel();
      server.replies.push(reply);
      const talk = await useTalk({
        languages: ["es"],
        env: { ...env, LOCI_MODEL_STALL_MS: "1000" },
      });
      talk.say("¿Qué arroz quiere la paella?", { language: "es" });
      const { text } = await talk.until("spoken");
      expect(text).toContain("La paella quiere arroz bomba.");
      await talk.until("spoken", {
        text: "Ahora no puedo responder. He guardado lo que has dicho.",
      });
      await talk.untilQuiet();
      server.always = "Arroz bomba.";
      await talk.turn("¿Y ahora?", { language: "es" });
      await talk.until("spoken", { text: "Arroz bomba." });
      expect(messagesIn(talk.root, "user")).toEqual(["¿Qué arroz quiere la paella?", "¿Y ahora?"]);
      await server.close();
      await talk.stop();
    },
  );

  test("is gone at SIGTERM leaves the conversation on disk", async () => {
    const { server, env } = await useModel();
    server.always = "Understood.";
    const talk = await useTalk({ env });
    await talk.turn("we decided to call the boat zq1x");
    await server.close();
    await talk.stop();
    expect(talk.events().at(-1)).toMatchObject({ type: "digest", status: "waiting" });
    expect(messagesIn(talk.root, "user")).toEqual(["we decided to call the boat zq1x"]);
  });
});

async function useModel(): Promise<{ server: ChatServer; env: Record<string, string> }> {
  const server = await startChatServer();
  onTestFinished(() => server.close());
  const env = {
    LOCI_MODEL_PROVIDER: "openai",
    LOCI_MODEL_BASE_URL: server.url,
    LOCI_MODEL_NAME: "test-model",
  };
  return { server, env };
}
