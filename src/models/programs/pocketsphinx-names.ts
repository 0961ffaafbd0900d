/**
 * A word that the language model knows as a name that people are called by. A name that the model does not know
 * stands in a sentence where this one could: it gets further pronunciations, which are the names.
 */
const standIn = "john";
/** Pronunciations of the word itself have lower numbers. */
const firstVariant = 20;

/** Lines for the dictionary, and the name that each variant of the stand-in means. */
export function toNameLines(names: readonly string[]): {
  readonly lines: string;
  readonly namesByVariant: ReadonlyMap<string, string>;
} {
  const spoken = names.flatMap((name) =>
    pronounce(name).map((phones) => ({ name: name.trim(), phones })),
  );
  const variants = spoken.map(({ name, phones }, at) => ({
    name,
    phones,
    variant: `${standIn}(${firstVariant + at})`,
  }));
  return {
    lines: variants.map(({ variant, phones }) => `${variant} ${phones}\n`).join(""),
    namesByVariant: new Map(variants.map(({ variant, name }) => [variant, name])),
  };
}

/** How a name may be pronounced when read as English, most likely first; none for what has no Latin letters. */
export function pronounce(name: string): readonly string[] {
  const letters = name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "")
    .replace(/([b-df-hj-np-tv-z])\1/g, "$1");
  if (letters.length < 2 || letters.length > 30) return [];
  let readings: readonly string[] = [""];
  for (let rest = letters; rest !== ""; ) {
    const { length, phones } = readNext(rest, letters.length - rest.length);
    readings = readings.flatMap((reading) => phones.map((phone) => `${reading} ${phone}`));
    readings = readings.slice(0, maxReadings);
    rest = rest.slice(length);
  }
  return [...new Set(readings.map((reading) => reading.trim().replace(/ +/g, " ")))];
}

const maxReadings = 6;

/** The phones of the next letters; several where English is of two minds. */
function readNext(rest: string, at: number): { length: number; phones: readonly string[] } {
  for (const [letters, phones] of endings) {
    if (at > 0 && rest === letters) return { length: letters.length, phones };
  }
  const soft = /^[cg](?=[eiy])/.exec(rest)?.[0];
  if (soft === "c") return { length: 1, phones: ["K", "S"] };
  if (soft === "g") return { length: 1, phones: ["G", "JH"] };
  for (const length of [3, 2, 1]) {
    const phones = phonesByLetters.get(rest.slice(0, length));
    if (phones !== undefined && rest.length >= length) return { length, phones };
  }
  return { length: 1, phones: [""] };
}

const endings: readonly (readonly [string, readonly string[]])[] = [
  ["e", ["", "IY"]],
  ["i", ["IY", "AY"]],
  ["y", ["IY"]],
  ["ie", ["IY"]],
  ["a", ["AH"]],
  ["o", ["OW"]],
];

/** Letters=phones, with `|` between readings and `+` between phones. */
const phoneTable =
  "sch=SH igh=AY ch=CH sh=SH th=TH ph=F gh=G ck=K qu=K+W wh=W ng=NG ai=EY ay=EY ee=IY ea=IY " +
  "oo=UW ou=AW ow=OW oi=OY oy=OY au=AO aw=AO ar=AA+R er=ER ir=ER or=AO+R ur=ER " +
  "a=AA|AE b=B c=K d=D e=EH f=F g=G h=HH i=IH|IY j=JH k=K l=L m=M n=N o=OW|AA p=P q=K r=R s=S " +
  "t=T u=UW v=V w=W x=K+S y=Y z=Z";

const phonesByLetters: ReadonlyMap<string, readonly string[]> = new Map(
  phoneTable.split(" ").map((rule) => {
    const [letters = "", phones = ""] = rule.split("=");
    return [letters, phones.replaceAll("+", " ").split("|")];
  }),
);
