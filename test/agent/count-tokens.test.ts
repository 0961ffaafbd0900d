import { expect, test } from "vitest";
import { countTokens } from "../../src/agent/budget.ts";
import { cpuMs } from "../cpu-ms.ts";

/** What o200k makes of a text (gpt-tokenizer 3): ours must not be less, nor four times as much. */
test.each([
  ["Uses homemade chicken broth, never stock cubes, and prefers bomba rice for paella.", 18],
  ["Siempre usamos arroz bomba para la paella, y el caldo de pollo lo hacemos en casa.", 18],
  ["Мы всегда берём рис бомба для паэльи, а куриный бульон варим дома сами по воскресеньям.", 29],
  ["نستخدم دائما أرز بومبا للباييا، ومرق الدجاج نصنعه بأنفسنا في المنزل أيام الأحد مع العائلة", 31],
  ["אנחנו תמיד משתמשים באורז בומבה לפאייה ואת מרק העוף אנחנו מכינים לבד בבית בימי ראשון", 27],
  ["เราใช้ข้าวบอมบ้าสำหรับปาเอยาเสมอ และน้ำซุปไก่เราทำเองที่บ้านทุกวันอาทิตย์", 36],
  ["हम पाएया के लिए हमेशा बोम्बा चावल का उपयोग करते हैं और चिकन शोरबा रविवार को घर पर खुद बनाते हैं", 29],
  ["እኛ ሁልጊዜ ለፓኤያ ቦምባ ሩዝ እንጠቀማለን የዶሮ ሾርባውንም እሁድ እሁድ ቤት ውስጥ እንሰራለን", 108],
  ["パエリアにはいつもボンバ米を使い、チキンブイヨンは日曜日に家で自分たちで作ります。", 35],
  ["我们做西班牙海鲜饭总是用邦巴米，鸡汤是星期天在家自己熬的，从不用浓汤宝。", 32],
  ["👨‍👩‍👧‍👦 🍚🥘 🏳️‍🌈 👍🏽 😀😀😀😀", 29],
  ["3.14159265358979 2026-02-12T14:30:00 +34 612 345 678 1234567890123456789", 36],
])("countTokens() rather counts too much than too little: %j", (text, tokens) => {
  expect(countTokens(text)).toBeGreaterThanOrEqual(tokens);
  expect(countTokens(text)).toBeLessThan(tokens * 4);
});

test("countTokens() knows that keys and hashes are dear", () => {
  const bytes = Uint8Array.from({ length: 150 }, (_, i) => i * 73 + 41 * i * i);
  expect(countTokens(Buffer.from(bytes).toString("base64"))).toBeGreaterThanOrEqual(132);
});

test("countTokens() takes time linear in the text", () => {
  for (const unit of ["a", " ", "é", "x y ", "-_", "日", "\n"]) {
    const startedAt = cpuMs();
    countTokens(unit.repeat(300_000 / unit.length));
    expect(cpuMs() - startedAt, unit).toBeLessThan(1_000);
  }
});
