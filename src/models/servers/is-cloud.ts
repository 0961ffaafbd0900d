import { BlockList, isIP } from "node:net";

/** Whether what is sent to an address leaves this device and its local network. In doubt it does. */
export function isCloudAddress(baseUrl: string): boolean {
  // Only of http does URL read a number as the address that it is for the system (0x08080808 is 8.8.8.8).
  const url = URL.parse(baseUrl.replace(/^tcp:/i, "http:"));
  if (url === null) return true;
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const family = isIP(host);
  if (family !== 0) return !local.check(host, family === 4 ? "ipv4" : "ipv6");
  // A name without a dot is one of this network, as are those of multicast DNS.
  return host.includes(".") && !/\.(local|localhost)$/.test(host);
}

const local = new BlockList();
local.addSubnet("127.0.0.0", 8);
local.addSubnet("10.0.0.0", 8);
local.addSubnet("172.16.0.0", 12);
local.addSubnet("192.168.0.0", 16);
local.addSubnet("169.254.0.0", 16);
local.addAddress("0.0.0.0");
local.addAddress("::1", "ipv6");
local.addAddress("::", "ipv6");
local.addSubnet("fc00::", 7, "ipv6");
local.addSubnet("fe80::", 10, "ipv6");

/** Where OpenAI itself answers. */
export const openAiUrl = "https://api.openai.com/v1";

/** Whether an address is that of OpenAI itself. */
export const isOpenAi = (baseUrl: string): boolean =>
  URL.parse(baseUrl)?.origin === new URL(openAiUrl).origin;
