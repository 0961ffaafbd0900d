import { expect, onTestFinished, test } from "vitest";
import { type ChatServer, startChatServer } from "../../models/chat-server.ts";
import { describeWith } from "../programs.ts";
import { messagesIn, useTalk } from "./talk.ts";
import { wiredPrograms } from "./wired-room.ts";

describeWith(wiredPrograms, "loci voice whose model", () => {
  test("cuts the line in mid-answer speaks what came, apologizes in the person's language, and goes on", async () => {
    const { server, env } = await useModel();
    server.replies.push({
      text: "La paella quiere arroz bomba. Y luego",
      cut: "destroy",
    });
    const talk = await useTalk({ languages: ["es"], env });
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
  });

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
