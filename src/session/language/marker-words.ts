/**
 * Common words that, of these seven languages, only one has; `markedLanguages` counts them. Letter statistics cannot tell
 * "demà tinc dentista" from Spanish; one word can.
 */
export function markedLanguages(text: string): ReadonlyMap<string, number> {
  const words = new Set(text.toLowerCase().replaceAll("’", "'").match(word) ?? []);
  const counts = new Map<string, number>();
  for (const found of words) {
    const language = languageByMarker.get(found);
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return counts;
}

const word = /[\p{L}\p{M}][\p{L}\p{M}'·]*/gu;

/** No word stands in two lists (tested), nor is a common word of another of these languages. */
export const markersByLanguage: Readonly<Record<string, string>> = {
  en: `the you your and are what what's it's i'm i'll i've don't doesn't didn't can't won't with
    my this that these of how when where which who please she they we their our should would
    could from yes thanks at to does did been about like there's let's tomorrow today yesterday`,
  es: `qué cuál cuándo dónde cómo pero estoy estás tengo tienes tiene mañana hoy ayer muy también
    yo ese eso esto hay quiero quieres puedo puedes hacer hacemos gusta pon dime buenos buenas
    gracias ahora nosotros usted hace eres soy fue bueno luego siempre mucho mucha nuestro hijo
    hija leche nuez huevos recuerda`,
  ca: `amb és això aquest aquesta aquests aquestes què però també molt els dels pels tinc tens
    vull vols demà avui ahir estic estàs està perquè quan meva seva sisplau gràcies llum m'agrada
    anem fem farem hem heu vaig doncs ara després així només potser digues nosaltres quina quin
    filla l'he llet tingut encara sóc`,
  pt: `não são você obrigado obrigada muito amanhã hoje ontem eu minha isso isto estou tenho
    quero gosto às então pão ele ela onde bom boa noite fazer faz vou pode lembra lembre ao nós
    já só até depois uma acenda desligue ligue`,
  fr: `je j'ai c'est est avec pour dans suis nous vous très aujourd'hui demain quoi quel quelle
    où oui merci bonjour bonsoir ça ce cette mon aux elle lumière être n'aime s'il plaît parce
    chez toujours jamais ici veux peux allons d'accord n'est qu'est`,
  de: `der ist und ich nicht ein eine einen mit wie wir sie er auf für mich mir mein meine bitte
    danke heute morgen gestern auch aber von zu zum haben habe hast kann nein guten gut licht
    mach wann dass noch sehr mag kein keinen`,
  it: `che è sono gli della domani oggi ieri anche grazie buongiorno piace molto perché dove luce
    dalle nel nella più voglio vorrei sì bene andiamo stasera prego questo questa spegni accendi`,
};

const languageByMarker: ReadonlyMap<string, string> = new Map(
  Object.entries(markersByLanguage).flatMap(([language, words]) =>
    words.split(/\s+/).map((marker): [string, string] => [marker, language]),
  ),
);
