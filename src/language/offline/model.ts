import type { Model, ModelEvent, ModelRequest } from "../../models/respond.ts";

/** What is found and split without a server, in the form of a model that has one. */
export function createOfflineModel(): Model {
  return {
    id: "offline",
    kind: "offline",
    isCloud: false,
    respond,
    probe: async () => undefined,
  };
}

async function* respond({ task }: ModelRequest): AsyncGenerator<ModelEvent> {
  const answer =
    task?.type === "split"
      ? (await import("./split.ts")).splitOffline(task)
      : task && (await import("../extract/extract.ts")).extractOffline(task);
  yield { type: "text", text: JSON.stringify(answer) };
  yield { type: "end", reason: "stop" };
}
