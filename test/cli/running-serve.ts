import { spawn } from "node:child_process";
import { expect, onTestFinished } from "vitest";
import { cleanEnv, lociCommand } from "../run-loci.ts";

/** Starts `loci up --headless` and waits for the address that it prints. */
export async function startServe(root: string, env: Record<string, string> = {}) {
  const [node, main] = lociCommand;
  const child = spawn(node, [main, "up", "--headless", "--vault", root, "--port", "0", "--json"], {
    ...{ cwd: "/", env: cleanEnv(env), stdio: ["ignore", "pipe", "ignore"] },
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  await expect.poll(() => said, { timeout: 30_000 }).toContain("\n");
  const { address } = JSON.parse(said);
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return closed;
  };
  return { address: String(address), stop };
}
