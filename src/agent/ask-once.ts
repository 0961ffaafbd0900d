import { LociError } from "../errors.ts";
import type { Model, ModelRequest } from "../models/respond.ts";

/** The whole answer of a model, for work in the background. Throws LociError MODEL_FAILED. */
export async function askOnce(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<string> {
  let text = "";
  for await (const event of model.respond(request, signal)) {
    if (event.type === "text") text += event.text;
    else if (event.type === "failure") throw event.error;
    else if (event.type === "end" && event.reason === "filtered") {
      throw new LociError("MODEL_FAILED", `Cannot use the answer of ${model.id}: it was filtered`);
    }
  }
  return text;
}
