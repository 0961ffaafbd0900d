import type { DetectAnswer, DetectTask } from "../../models/task.ts";

/** Takes the candidate that clearly fits, by what recall made of the messages; else none. */
export function detectOffline(task: DetectTask): DetectAnswer {
  return { topic: task.topics.find(({ fits }) => fits)?.topic ?? null };
}
