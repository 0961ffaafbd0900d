/** What the offline model says in its own words. */
export interface Phrases {
  /** Before a place such as `topics/cooking.md:14`. */
  readonly noted: string;
  /** Aloud, before the words themselves: who hears them hears what was misheard. */
  readonly notedWords: string;
  readonly known: string;
  readonly notSaved: string;
  /** What is to be saved was not heard clearly. */
  readonly unclear: string;
  /** Nothing followed "remember that". */
  readonly whatToRemember: string;
  readonly cannotSave: string;
  readonly nothing: string;
  /** Before what was told and becomes memory when the conversation ends. */
  readonly willKeep: string;
  /** Of what was told and nothing is kept of: it promises nothing. */
  readonly allRight: string;
  readonly greeting: string;
  readonly wellbeing: string;
  readonly thanks: string;
  readonly goodbye: string;
  /** How to end the conversation. */
  readonly leave: string;
  readonly forget: string;
  readonly forgetAloud: string;
  /** Before the words to forget. */
  readonly forgetThis: string;
  /** Around what the person said in this conversation. */
  readonly saidNow: (words: string) => string;
  /** The language asked for is spoken from now on. */
  readonly speaking: string;
  readonly more: (count: number) => string;
}

/** The sentences in a language, or in English. */
export function phrasesIn(language: string): Phrases {
  const code = language.slice(0, 2).toLowerCase();
  return phrasesByLanguage[code] ?? { ...english, speaking: sorryFor(code) };
}

function sorryFor(code: string): string {
  const name = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  return `I cannot speak ${name.of(code) ?? code}: I answer in English.`;
}

const english: Phrases = {
  noted: "Noted in",
  notedWords: "Noted:",
  known: "I knew that already:",
  notSaved: "I could not save that:",
  unclear: "I am not sure that I heard that; please say it again.",
  whatToRemember: "What shall I remember?",
  cannotSave: "I cannot save anything in this conversation.",
  nothing: "I have nothing about that.",
  willKeep: "I'll keep:",
  allRight: "All right.",
  greeting: "Hello! Ask me something, or tell me what to remember.",
  wellbeing: "Fine, thank you! Ask me something, or tell me what to remember.",
  thanks: "You are welcome.",
  goodbye: "See you soon.",
  leave: "To leave, type /end or press Ctrl-D.",
  forget: "To forget something, write /forget and what it is about.",
  forgetAloud: "To forget something, say: forget, and what it is about.",
  forgetThis: "To forget it, write:",
  saidNow: (words) => `You said just now: “${words}”`,
  speaking: "All right, let's speak English.",
  more: (count) => `… and ${count} more`,
};

const phrasesByLanguage: Readonly<Record<string, Phrases>> = {
  en: english,
  es: {
    noted: "Anotado en",
    notedWords: "Anotado:",
    known: "Eso ya lo sabía:",
    notSaved: "No he podido guardarlo:",
    unclear: "No estoy seguro de haberlo oído bien; dilo otra vez, por favor.",
    whatToRemember: "¿Qué debo recordar?",
    cannotSave: "En esta conversación no puedo guardar nada.",
    nothing: "No tengo nada sobre eso.",
    willKeep: "Me lo quedo:",
    allRight: "De acuerdo.",
    greeting: "¡Hola! Pregúntame algo o dime qué debo recordar.",
    wellbeing: "¡Bien, gracias! Pregúntame algo o dime qué debo recordar.",
    thanks: "De nada.",
    goodbye: "Hasta pronto.",
    leave: "Para salir, escribe /end o pulsa Ctrl-D.",
    forget: "Para olvidar algo, escribe /forget y de qué se trata.",
    forgetAloud: "Para olvidar algo, di: olvida, y de qué se trata.",
    forgetThis: "Para olvidarlo, escribe:",
    saidNow: (words) => `Acabas de decir: «${words}»`,
    speaking: "De acuerdo, hablemos en español.",
    more: (count) => `… y ${count} más`,
  },
  ca: {
    noted: "Apuntat a",
    notedWords: "Apuntat:",
    known: "Això ja ho sabia:",
    notSaved: "No ho he pogut desar:",
    unclear: "No estic segur d'haver-ho sentit bé; torna-m'ho a dir, si us plau.",
    whatToRemember: "Què he de recordar?",
    cannotSave: "En aquesta conversa no puc desar res.",
    nothing: "No tinc res sobre això.",
    willKeep: "M'ho quedo:",
    allRight: "D'acord.",
    greeting: "Hola! Pregunta'm alguna cosa o digues-me què he de recordar.",
    wellbeing: "Bé, gràcies! Pregunta'm alguna cosa o digues-me què he de recordar.",
    thanks: "De res.",
    goodbye: "Fins aviat.",
    leave: "Per sortir, escriu /end o prem Ctrl-D.",
    forget: "Per oblidar alguna cosa, escriu /forget i de què es tracta.",
    forgetAloud: "Per oblidar alguna cosa, digues: oblida, i de què es tracta.",
    forgetThis: "Per oblidar-ho, escriu:",
    saidNow: (words) => `Acabes de dir: «${words}»`,
    speaking: "D'acord, parlem en català.",
    more: (count) => `… i ${count} més`,
  },
  pt: {
    noted: "Anotado em",
    notedWords: "Anotado:",
    known: "Isso já eu sabia:",
    notSaved: "Não consegui guardar isso:",
    unclear: "Não tenho a certeza de ter ouvido bem; diz outra vez, por favor.",
    whatToRemember: "O que devo recordar?",
    cannotSave: "Nesta conversa não posso guardar nada.",
    nothing: "Não tenho nada sobre isso.",
    willKeep: "Fico com isto:",
    allRight: "Está bem.",
    greeting: "Olá! Pergunta-me algo ou diz-me o que devo recordar.",
    wellbeing: "Bem, obrigado! Pergunta-me algo ou diz-me o que devo recordar.",
    thanks: "De nada.",
    goodbye: "Até breve.",
    leave: "Para sair, escreve /end ou carrega em Ctrl-D.",
    forget: "Para esquecer algo, escreve /forget e do que se trata.",
    forgetAloud: "Para esquecer algo, diz: esquece, e do que se trata.",
    forgetThis: "Para esquecer isso, escreve:",
    saidNow: (words) => `Disseste há pouco: «${words}»`,
    speaking: "De acordo, falemos em português.",
    more: (count) => `… e mais ${count}`,
  },
  fr: {
    noted: "Noté dans",
    notedWords: "C’est noté :",
    known: "Je le savais déjà :",
    notSaved: "Je n’ai pas pu l’enregistrer :",
    unclear: "Je ne suis pas sûr d’avoir bien entendu ; redis-le, s’il te plaît.",
    whatToRemember: "Que dois-je retenir ?",
    cannotSave: "Je ne peux rien enregistrer dans cette conversation.",
    nothing: "Je n’ai rien là-dessus.",
    willKeep: "Je retiens :",
    allRight: "D’accord.",
    greeting: "Bonjour ! Pose-moi une question ou dis-moi quoi retenir.",
    wellbeing: "Bien, merci ! Pose-moi une question ou dis-moi quoi retenir.",
    thanks: "Je t’en prie.",
    goodbye: "À bientôt.",
    leave: "Pour quitter, écris /end ou appuie sur Ctrl-D.",
    forget: "Pour oublier quelque chose, écris /forget et de quoi il s’agit.",
    forgetAloud: "Pour oublier quelque chose, dis : oublie, et de quoi il s’agit.",
    forgetThis: "Pour l’oublier, écris :",
    saidNow: (words) => `Tu viens de dire : « ${words} »`,
    speaking: "D’accord, parlons français.",
    more: (count) => `… et ${count} de plus`,
  },
  de: {
    noted: "Notiert in",
    notedWords: "Notiert:",
    known: "Das wusste ich schon:",
    notSaved: "Das konnte ich nicht speichern:",
    unclear: "Ich bin nicht sicher, dass ich das richtig gehört habe; sag es bitte noch einmal.",
    whatToRemember: "Was soll ich mir merken?",
    cannotSave: "In diesem Gespräch kann ich nichts speichern.",
    nothing: "Dazu habe ich nichts.",
    willKeep: "Ich behalte:",
    allRight: "In Ordnung.",
    greeting: "Hallo! Frag mich etwas, oder sag mir, was ich mir merken soll.",
    wellbeing: "Gut, danke! Frag mich etwas, oder sag mir, was ich mir merken soll.",
    thanks: "Gern geschehen.",
    goodbye: "Bis bald.",
    leave: "Zum Beenden schreib /end oder drücke Strg-D.",
    forget: "Um etwas zu vergessen, schreib /forget und worum es geht.",
    forgetAloud: "Um etwas zu vergessen, sag: vergiss, und worum es geht.",
    forgetThis: "Um es zu vergessen, schreib:",
    saidNow: (words) => `Du hast gerade gesagt: „${words}“`,
    speaking: "In Ordnung, sprechen wir Deutsch.",
    more: (count) => `… und ${count} weitere`,
  },
  it: {
    noted: "Annotato in",
    notedWords: "Annotato:",
    known: "Lo sapevo già:",
    notSaved: "Non sono riuscito a salvarlo:",
    unclear: "Non sono sicuro di aver sentito bene; ripetilo, per favore.",
    whatToRemember: "Che cosa devo ricordare?",
    cannotSave: "In questa conversazione non posso salvare nulla.",
    nothing: "Non ho nulla su questo.",
    willKeep: "Mi tengo:",
    allRight: "D’accordo.",
    greeting: "Ciao! Chiedimi qualcosa o dimmi che cosa ricordare.",
    wellbeing: "Bene, grazie! Chiedimi qualcosa o dimmi che cosa ricordare.",
    thanks: "Prego.",
    goodbye: "A presto.",
    leave: "Per uscire, scrivi /end o premi Ctrl-D.",
    forget: "Per dimenticare qualcosa, scrivi /forget e di che cosa si tratta.",
    forgetAloud: "Per dimenticare qualcosa, di’: dimentica, e di che cosa si tratta.",
    forgetThis: "Per dimenticarlo, scrivi:",
    saidNow: (words) => `Hai appena detto: «${words}»`,
    speaking: "D’accordo, parliamo italiano.",
    more: (count) => `… e altri ${count}`,
  },
  ar: {
    noted: "سجلت ذلك في",
    notedWords: "سجلت:",
    known: "كنت أعرف ذلك:",
    notSaved: "لم أستطع حفظ ذلك:",
    unclear: "لست متأكدا من أنني سمعت ذلك جيدا؛ قله مرة أخرى من فضلك.",
    whatToRemember: "ماذا تريدني أن أتذكر؟",
    cannotSave: "لا أستطيع حفظ أي شيء في هذه المحادثة.",
    nothing: "ليس لدي شيء عن ذلك.",
    willKeep: "سأحتفظ بهذا:",
    allRight: "حسنا.",
    greeting: "مرحبا! اسألني شيئا أو قل لي ماذا أتذكر.",
    wellbeing: "بخير، شكرا! اسألني شيئا أو قل لي ماذا أتذكر.",
    thanks: "على الرحب والسعة.",
    goodbye: "إلى اللقاء.",
    leave: "للخروج، اكتب ‎/end‎ أو اضغط Ctrl-D.",
    forget: "لنسيان شيء ما، اكتب ‎/forget‎ ثم ما الذي تريد نسيانه.",
    forgetAloud: "لنسيان شيء ما، قل: انس، ثم ما الذي تريد نسيانه.",
    forgetThis: "لنسيان ذلك، اكتب:",
    saidNow: (words) => `قلت قبل قليل: «${words}»`,
    speaking: "حسنا، لنتحدث بالعربية.",
    more: (count) => `… و${count} أخرى`,
  },
};
