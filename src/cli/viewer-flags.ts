import type { Viewer } from "../vault/viewer.ts";
import type { Call, Flag } from "./command.ts";
import { textFlag } from "./flag-values.ts";

/** Who looks: the same for every command that shows memories. */
export const viewerFlags: Readonly<Record<string, Flag>> = {
  person: { type: "string", value: "ID", help: "who looks: shows what is theirs too" },
  agent: { type: "string", value: "ID", help: "the agent that looks: shows its own memories too" },
  "all-people": { type: "boolean", help: "show what belongs to any person or agent" },
};

/** Whom these flags name; without them the device's settings do. Throws LociError USAGE for one that is empty. */
export function viewerFrom(call: Call): Viewer {
  return {
    ...textFlag(call, "person"),
    ...textFlag(call, "agent"),
    allPeople: call.flags["all-people"] === true,
  };
}
