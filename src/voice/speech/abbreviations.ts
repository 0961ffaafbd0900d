/** What stands before a word: no sentence ends with it. Small letters, without the dot, of seven languages. */
const opening =
  // English
  "mr mrs ms dr prof rev gen sen gov capt sgt lt hon st mt vs approx ca cf eg ie viz esp resp " +
  // Spanish, Catalan, Portuguese
  "sr sra srta srs sres sras dra dña d.ª ud uds vd vds lic arq gral pág págs pàg pp núm núms nº " +
  "aprox av avda p.ej p.ex c.f tel tlf izq dcha sto sta exmo exma ilmo drs profa esc " +
  // French
  "mme mlle mgr vve env éd chap " +
  // German
  "hrn frl nr bzw ggf inkl exkl vgl evtl bspw sog str zzgl abzgl u.a z.b d.h i.d.r dipl jh geb verh " +
  "abb abs anm hrsg kap österr schweiz städt tägl vorm nachm";

const openingWords = new Set(opening.split(" "));

/** These may end a sentence too; what follows decides. */
const eitherWords =
  "etc usw usf jr inc ltd co corp bros dept ave blvd rd no al art arts fig ing hr fr u.ä o.ä s.a s.l cía cia ltda " +
  "hnos a.m p.m a.c d.c v.chr n.chr u.s u.k ee.uu ph.d jan feb mar apr jun jul aug sep sept oct okt nov dec dez min sec " +
  "seg std km kg cm mm ml";

const either = new Set(eitherWords.split(" "));

/** Words after which a German number with a dot is an ordinal. */
export const germanBeforeOrdinal = new Set(
  "der die das dem den des am im vom zum zur beim bis ab seit jeder jeden jedem diesem dieser ihr ihrem sein seinem mein und".split(
    " ",
  ),
);

/** `opens`: no sentence ends here; `either`: one may. */
export function abbreviationKind(word: string): "opens" | "either" | undefined {
  const plain = word.toLowerCase();
  if (openingWords.has(plain)) return "opens";
  if (either.has(plain)) return "either";
  // "z.B", "e.g", "U.S", "J.R.R"
  if (/^(?:\p{L}{1,2}\.){1,4}\p{L}{1,2}$/u.test(word))
    return /^\p{Lu}/u.test(word) ? "either" : "opens";
  // "J" of "J. Smith", "p" of "p. ex.", "z" of "z. B."; but "so do I."
  return /^[\p{Lu}\p{Ll}]$/u.test(word) && word !== "I" ? "opens" : undefined;
}
