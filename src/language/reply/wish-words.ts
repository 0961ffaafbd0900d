/** Words by which a line in one language shows what it wants; folded, parts of patterns. */
export interface WishWords {
  /** A question for a date starts like this. */
  readonly when: string;
  /** What is known is to be listed. */
  readonly about: string;
  /** Any other question starts like this. */
  readonly starts: string;
}

/** The words of a language; for one that is not known here, those of all. */
export function wishWordsIn(language: string): readonly WishWords[] {
  const known = wordsByLanguage[language.slice(0, 2).toLowerCase()];
  return known === undefined ? Object.values(wordsByLanguage) : [known];
}

const wordsByLanguage: Readonly<Record<string, WishWords>> = {
  en: {
    when: "(?:since |until |till |by )?when|(?:what|which|on what|on which) (?:date|day|year|month)",
    about:
      "what (?:else )?do (?:you|we|i) (?:know|remember|have)|what (?:did|have) i (?:tell|told)|(?:tell me )?(?:what|everything) you (?:know|remember)|tell me (?:everything )?about|list|show me",
    starts:
      "what(?! an? )|what's|who|who's|whom|whose|where|where's|which|why|how|how's|do|does|did|is|are|was|were|can|could|should|would|will|(?:have|had) (?:i|you|we|they)|has (?:he|she|it|the|my|our|anyone|anybody|someone)|am|any|tell me|remind me|with whom|for whom|to whom|i (?:want|need|would like) to know|i'd like to know|i wonder",
  },
  es: {
    when: "(?:desde |hasta )?cuando|(?:a |en )?que (?:dia|fecha|mes|ano)",
    about:
      "(?:dime )?(?:lo )?que (?:mas )?(?:sabes|recuerdas|tienes)|que te he (?:dicho|contado)|hablame de|lista|ensename|muestrame",
    starts:
      "(?:a |en |de |con |por |para )?(?:que|quien|quienes|donde|cual|cuales|cuanto|cuanta|cuantos|cuantas)|adonde|como (?:se|es|esta|estan|era|fue|va|van|le|puedo|podemos|hago|hacemos|hay|llego|llegamos|llama|llaman)|dime|sabes|recuerdas|te acuerdas|recuerdame",
  },
  ca: {
    when: "(?:des de |fins )?quan|(?:en )?quin (?:dia|any|mes)|quina data",
    about:
      "(?:digue'?m )?(?:el )?que (?:mes )?(?:saps|recordes|tens)|que t'he (?:dit|explicat)|parla'm de|llista|ensenya'm",
    starts:
      "(?:a |en |de |amb |per )?(?:que|qui|on|quin|quina|quins|quines|quant|quanta|quants|quantes)|com(?! sempre)|digue'?s|digue'?m|saps|recordes|recorda'm",
  },
  pt: {
    when: "(?:desde |ate )?quando|(?:em )?que (?:dia|mes|ano|data)",
    about:
      "(?:diz-me )?(?:o )?que (?:mais )?(?:sabes|sabe|lembras)|o que te (?:disse|contei)|fala-me de|lista|mostra-me",
    starts:
      "(?:a |em |de |com |por |para )?(?:que|quem|onde|qual|quais|quanto|quanta|quantos|quantas)|o que|aonde|como (?:se|e|esta|estao|era|foi|vai|vao|posso|podemos|faco|fazemos|chego)|diz-me|sabes|lembras-te|sera que",
  },
  fr: {
    when: "(?:depuis |jusqu'a )?quand|quel (?:jour|mois)|quelle (?:date|annee)|en quelle annee",
    about:
      "que sais-tu|qu'est-ce que tu (?:sais|te rappelles)|dis-moi (?:tout )?ce que tu sais|ce que tu sais|qu'est-ce que je t'ai dit|parle-moi de|liste|montre-moi",
    starts:
      "(?:a |avec |pour |de |par )?(?:qui|quoi|quel|quelle|quels|quelles)|que|ou|combien|comment|pourquoi|est-ce|qu'est-ce|dis-moi|sais-tu|tu sais|as-tu|y a-t-il|[a-z]+-(?:t-)?(?:tu|il|elle|on|ils|elles)|rappelle-moi",
  },
  de: {
    when: "(?:seit |bis |ab )?wann|(?:an )?welche[mns]? (?:tag|datum|jahr|monat)",
    about:
      "was weisst du|was wei\u00dft du|was habe ich dir|(?:sag mir )?alles,? was du|erzahl(?:e)? mir|liste|zeig(?:e)? mir",
    starts:
      "was|wer|wem|wen|wessen|wo|wohin|woher|welche[rsnm]?|wie(?! (?:immer|gesagt|geplant|besprochen)(?![a-z]))|wieviel|wieso|warum|weshalb|womit|wofur|mit wem|fur wen|sag mir|weisst du|wei\u00dft du|kennst du|habe? ich|haben (?:wir|sie)|(?:hat|ist|sind|kann)(?! (?:heute|morgen|gestern|nicht|leider|erst|nur|auch|schon|am|um|im)(?![a-z]))|(?:isst|darf|mag|kommt|muss|wohnt|geht|soll|wird|war|hatte|hei\u00dft|heisst) (?:der|die|das|er|sie|es|wir|ich|mein|meine|unser|unsere)|gibt es",
  },
  it: {
    when: "(?:da |fino a )?quando|(?:in )?che (?:giorno|data|anno|mese)",
    about:
      "(?:dimmi )?(?:(?:che )?cosa|quello che|tutto quello che) (?:altro )?(?:sai|ricordi)|che sai|cosa ti ho detto|parlami di|elenca|mostrami",
    starts:
      "(?:a |in |di |con |per |da )?(?:che|chi|quale|quali|quanto|quanta|quanti|quante)|che cosa|cosa|dove|dov'e|qual|come|perche|dimmi|sai|ricordi|ricordami|c'e",
  },
  ar: {
    when: "(?:منذ )?متى",
    about: "ماذا تعرف|ما الذي تعرفه|اخبرني عن|أخبرني عن",
    starts: "ما|ماذا|من|اين|أين|كيف|كم|هل|لماذا|أي|اي|اخبرني|أخبرني",
  },
};
