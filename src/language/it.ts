import type { Language } from "./language.ts";

/** Italian. */
export const it: Language = {
  code: "it",
  commonWords: `il lo la i gli le di del della e in a con che chi quando dove come per è sono ha ho non più molto una un ci noi mio
    mia abbiamo al alla questo questa quale nel nella si da era cosa senza fino già sempre mai dopo prima anche essere
    suo sua tutti ogni dal dalla`,
  wordEndings: "zione zioni zza zze ità cchi glio glia ggi tti cci ndo ssimo",
  markerWords: `che è sono gli della domani oggi ieri anche grazie buongiorno piace molto perché dove luce dalle nel nella più
    voglio vorrei sì bene andiamo stasera prego questo questa spegni accendi`,
  languageRequest: `(?:parla|parlami|parliamo|rispondi|continua) in NAME | parliamo NAME
    | (?:possiamo )?(?:parlare|rispondere|continuare)(?: in)? NAME | (?:passa|passiamo|cambia) (?:al|all'|a) ?NAME`,
  stopWords: `cosa cos quali fa fare stato stata fu essere avere molto uno dei delle hai alle sai dimmi tema
    argomento tutto qualcosa`,
  accents: "àèéò",
  months: `gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre`,
  weekdays: `lunedì,lunedi martedì,martedi mercoledì,mercoledi giovedì,giovedi venerdì,venerdi sabato domenica`,
  numbers: `un,una,uno due,un_paio_di tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici
    quindici sedici diciassette diciotto diciannove venti`,
  moreNumbers: `trenta 30 quaranta 40 cinquanta 50 sessanta 60 settanta 70 ottanta 80 novanta 90 cento 100 mille 1000
    mila 1000 vent 20 trent 30 quarant 40 cinquant 50 sessant 60 settant 70 ottant 80 novant 90`,
  before: "prima",
  asksWhen: "quando|quanto tempo|che (?:giorno|anno|mese)|in che data",
  timeWords: `ieri oggi domani settimana settimane mese mesi anno anni giorno giorni scorso scorsa prossimo prossima`,
  askingWords: "dimmi dire sai ricordi tipo cosa cose qualcosa",
  vague:
    "piace vuole serve compra viene mette sempre mai buono buona migliore nuovo nuova volta volte",
  kin: "fratello sorella figlio figlia moglie nonna nonno zio zia",
  fillers: "ok | va bene | senti | allora | no(?=,) | e | scusa",
  asking: "per favore | per piacere | adesso | ora | (?:puoi|potresti)",
  courtesy: {
    thanks: "grazie",
    goodbye: "arrivederci|a (?:presto|domani)|buonanotte",
    greeting: "ciao|buon ?giorno|buonasera|salve|come (?:stai|va|sta)|tutto bene",
  },
  chatter: "mille tutto bene altro niente",
  agreements: "certo esatto giusto",
  refusals: "no non ma",
  questionWords:
    "quando che chi quale quali quanto quanta quanti quante cosa dove dov'è qual come perché",
  remember: {
    verbs:
      "ricorda(?:ti|rti)?|annota(?:re)?|segna(?:ti|rti)?|prendi nota|tieni a mente|non dimenticare|(?:promemoria|appunto)(?= ?:)",
    that: " che | ?[:,] ?",
    bare: "che|questo|ci[oò]",
  },
  wish: {
    about:
      "riassumi(?:mi)?|(?:fammi |dammi )?(?:un )?riassunto d(?:i|el|ella)|(?:dimmi )?(?:(?:che )?cosa|quello che|tutto quello che) (?:altro )?(?:sai|ricordi)|che sai|cosa ti ho detto|parlami di|elenca|mostrami",
    memory: {
      count:
        "quant[ie] (?:ricordi|cose|note|memorie|fatti) (?:hai|ho|abbiamo|ci sono|sai|ricordi|conservi)(?: su di me| di me| in memoria| in totale)*|quanto sai(?: (?:su )?di me)?",
      told: "(?:che )?cosa ti ho (?:detto|raccontato|spiegato)|(?:che )?cosa hai (?:imparato|annotato|salvato)|(?:che )?cosa e successo|che e successo|cosa c'e di nuovo|(?:che )?cosa abbiamo fatto",
      talked: "di (?:che )?(?:cosa )?(?:abbiamo parlato|parlavamo|stavamo parlando)",
      today: "oggi|stamattina|stasera",
      yesterday: "ieri(?: sera)?",
    },
  },
  turned:
    "io: noi: mi_sono: sto:stai ho:hai vivo:vivi abito:abiti vado:vai preferisco:preferisci posso:puoi voglio:vuoi mi_\\p{L}+o: mi:ti me:te mio:tuo mia:tua miei:tuoi mie:tue nostro:vostro nostra:vostra nostri:vostri nostre:vostre",
  unfinished:
    "e|o|ma|perché|che|quando|se|mentre|anche se|di|del|della|dei|delle|il|lo|gli|un|una|uno|mio|mia|con|nel|nella|al|alla|per|né|come|molto|e poi",
  invented: `grazie per (?:aver guardato(?: (?:il|questo) video)?|la visione|l'attenzione)
    | (?:iscrivetevi|iscriviti) al canale | non dimenticate di iscrivervi al canale | ci vediamo nel prossimo video
    | alla prossima | musica | applausi | risate | silenzio`,
  commands: {
    closing: "per favore | per piacere | grazie | adesso | ora | ok",
    forget_that: `(?:dimentica|cancella|elimina) (?:questo|quello|l'ultima cosa|quello che ho (?:appena )?detto) | dimentica(?:lo|tene)
      | cancellalo | non (?:ricordare|salvare|annotare) questo | non è quello che ho detto | hai (?:capito|sentito) male`,
    forget: `dimentica (?:che|la storia di) REST
      | (?:dimentica|cancella) (?:tutto )?quello che (?:sai|ricordi|ti ho detto) (?:di|su|del|della|sul|sulla) REST
      | dimenticati (?:di|del|della|che) REST | dimentica (?!come |se |di \\w+re )REST`,
    end: `(?:termina|finisci|chiudi|fine d)(?:i|ella)? ?(?:la |questa )?(?:conversazione|chiacchierata)
      | (?:questo è tutto|è tutto|basta così)(?: per (?:ora|oggi))? | abbiamo finito
      | arrivederci | ciao ciao | a (?:presto|domani|dopo|più tardi) | buonanotte | buona notte`,
    stop: "stop | basta | ferma | fermati | zitto | zitta | silenzio | taci | non importa | fa niente | lascia (?:stare|perdere) | annulla",
    repeat: `ripeti(?:lo)? | ancora(?: una volta)? | un'altra volta | di nuovo | (?:che )?cosa hai detto | che hai detto | come
      | non (?:ti )?ho (?:sentito|capito)`,
    help: "aiuto | aiutami | (?:che )?cosa posso (?:dire|fare|chiedere) | come funzioni?a?",
    yes: "sì(?: (?:sì|questo|quello|dimenticalo|cancellalo|fallo))? | dimenticalo | cancellalo | fallo",
    no: "no | (?:no )?(?:questo|quello) no | nessuno | nessuna | niente | nulla",
  },
  phrases: {
    sorry: "Come, scusa?",
    one_moment: "Un momento.",
    model_trouble: "Adesso non riesco a rispondere. Ho tenuto quello che hai detto.",
    failed: "Qualcosa è andato storto. Riprova, per favore.",
    memory_slow: "Non riesco ancora a guardare nella memoria. Chiedimelo tra un momento.",
    cannot_hear: "Non ti sento: il microfono non funziona.",
    hears_again: "Ti sento di nuovo.",
    transcriber_gone: "Ti sento, ma adesso non riesco a capire quello che si dice.",
    voice_gone: "La mia voce di sempre non c'è. Parlo con questa finché non torna.",
    wake_gone: "Adesso non riesco a sentire la mia parola di attivazione.",
    disk_full: "Il mio disco è pieno. Non riesco a conservare quello che mi dici.",
    memory_off: "La mia memoria è spenta. Non conservo nulla.",
    nothing_to_take_back: "Non c'è nulla da annullare.",
    forgotten: "Dimenticato: {text}",
    changed_and_stays: "Questo è stato cambiato nel frattempo, quindi lo tengo: {text}",
    nothing_forgotten: "Va bene, non dimentico nulla.",
    kept: { one: "Ho tenuto a mente una cosa.", other: "Ho tenuto a mente # cose." },
    nothing_new: "Non c'era nulla di nuovo da tenere.",
    kept_for_later: "Lo metterò in memoria più tardi. Intanto è al sicuro qui.",
    ready: "Ti ascolto.",
    reminder: "Un promemoria: {text}",
    help: "Chiedimi quello che vuoi sapere. Di': ricorda che, e lo tengo. Di': dimentica questo, e lo annullo. Oppure: cosa sai di, ripeti, basta, fine della conversazione.",
    noted: "Annotato:",
    known: "Lo sapevo già:",
    not_saved: "Non sono riuscito a salvarlo:",
    what_to_remember: "Che cosa devo ricordare?",
    nothing: "Non ho nulla su questo.",
    nearest: "Quello che ci si avvicina di più:",
    will_keep: "Mi tengo:",
    all_right: "D’accordo.",
    greeting: "Ciao! Chiedimi qualcosa o dimmi che cosa ricordare.",
    thanks: "Prego.",
    goodbye: "A presto.",
    forget: "Per dimenticare qualcosa, di’: dimentica, e di che cosa si tratta.",
    said_now: "Hai appena detto: «{text}»",
    speaking: "D’accordo, parliamo italiano.",
    holds: { one: "Conservo # ricordo.", other: "Conservo # ricordi." },
    more: { other: "… e altri #" },
  },
};
