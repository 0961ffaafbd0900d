/**
 * Endings that, among the languages that have rules, hardly any but one has: those that fourth fifths and more of the words
 * of scripts/train/sentences with them are of it, the commonest first; Italian's by its grammar.
 */
const endings: Readonly<Record<string, string>> = {
  ca: "à tat ció eix arem nat nya ari cat tge às íem ués nc sat xen dat sió iat sim l·la itzar ència ància ix",
  de: "ten hen gen ung cht gt kt ich sen ern sch ben fen ken rin eit ag mmer tet zt tt zen ein nn hn ln tz iert ße zig elt sche llt hlt sst ß tig nnt uch ßen keit lich isch chen",
  en: "ing ed ry ly ks ty ght ther ess ow dy ays een ings gh ish ters cy ect kes wn tch ness th",
  es: "ía ón ero ron aba dad án illo dido ño ías ín rlo ario jas arse ían ña rá ban llas iera ción uelo uela ños ñas",
  fr: "ée ais ait eur ux ère té ille ique lé ette ées sé eurs eau ttes enne gne dé iers oir euse iens mé vé ème tion eux oire",
  it: "zione zioni zza zze ità cchi glio glia ggi tti cci ndo ssimo",
  pt: "am ão ei ou nha nho ira iro ámos ço lho dade ões lha eia agem ário ês sso ção ções ãe",
};

/** Languages by ending; an ending has one to four letters. */
export const languageByEnding: ReadonlyMap<string, string> = new Map(
  Object.entries(endings).flatMap(([code, list]) =>
    list.split(" ").map((ending): [string, string] => [ending, code]),
  ),
);

export const longestEnding = 4;
