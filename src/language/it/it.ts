import type { Language } from "../types/language.ts";
import { commands } from "./commands.ts";
import { phrases, replies } from "./phrases.ts";

/** Italian, but for the rules by which statements are read. */
export const it: Language = {
  code: "it",
  commonWords: `il lo la i gli le di del della e in a con che chi quando dove come per è sono ha ho non più molto una un ci noi mio
    mia abbiamo al alla questo questa quale nel nella si da era cosa senza fino già sempre mai dopo prima anche essere
    suo sua tutti ogni dal dalla`,
  wordEndings: "zione zioni zza zze ità cchi glio glia ggi tti cci ndo ssimo",
  markerWords: `che è sono gli della domani oggi ieri anche grazie buongiorno piace molto perché dove luce dalle nel nella più
    voglio vorrei sì bene andiamo stasera prego questo questa spegni accendi`,
  languageRequest: {
    forms: [
      "(?:parla|parlami|parliamo|rispondi|rispondimi|continua) in NAME",
      "(?:parliamo|parlami) NAME",
      "(?:puoi|potresti|possiamo) (?:parlare|parlarmi|rispondere|rispondermi|continuare)(?: in)? NAME",
      "(?:passa|passiamo|cambia) (?:al|all'|a) ?NAME",
    ],
    short: "(?:in )?NAME",
    polite: "per favore|per piacere",
    opening: "dai|allora",
    closing: "adesso|d'ora in poi|con me",
  },
  stopWords: "cosa cos quali fa fare stato stata fu essere avere molto",
  emptyWords: `il gli un uno una di del della dei delle che chi e ha ho hai abbiamo sono mio mia suo sua nel nella con per piu
    molto dove quando come perche cosa quale questo questa si da al alla ai alle non sai dimmi`,
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
  fillers:
    "(?:ciao|per favore|grazie|allora)|(?:mi )?puoi dir(?:e|mi)|sai|ti ricordi|non (?:mi )?ricordo",
  askingWords: "dimmi dire sai ricordi tipo cosa cose qualcosa",
  offlineAskingWords: "ricordi tutto puo posso possiamo qualcosa costa costano",
  vague: `piace vuole serve compra viene mette sempre mai buono buona migliore nuovo nuova volta volte giorno giorni
    settimana mese anno anni mattina sera notte oggi ieri`,
  kin: "fratello sorella figlio figlia moglie nonna nonno zio zia",
  smallTalk: `ciao | salve | buongiorno | buon giorno | buonasera | buona sera | buonanotte | buona notte | buon pomeriggio
    | arrivederci | a presto | a domani | a dopo | ci vediamo | grazie | grazie mille | molte grazie | tante grazie
    | prego | di niente | per favore | per piacere | scusa | scusi | mi dispiace | sì | no | ok | va bene | certo | bene
    | molto bene | benissimo | perfetto | ottimo | fantastico | che bello | capito | ho capito | esatto | giusto | niente
    | non importa | non fa niente | come stai | come sta | come va | come state | che si dice | e tu | e lei | tutto bene
    | sto bene | bene grazie | non c'è male | piacere | allora | beh | mah | boh | cioè | dunque | sai | aspetta
    | un attimo | un momento | non lo so | non so | forse | mi senti | ci sei | pronto | continua | buon compleanno
    | buon natale | buon anno | buon appetito | dormi bene | e`,
  states: {
    and: "e|ma",
    beside:
      "adesso|ora|oggi|stasera|stamattina|questa sera|questo pomeriggio|in questo momento|di nuovo|ancora|gia|qui|fuori|molto|molta|un po|un po'|un po' di|tanto|tanta|cosi|abbastanza|troppo|davvero|tutto il giorno|uffa",
    says: [
      [
        "io sono|sono|e|siamo|ero|mi sento|(?:l'utente|\\p{L}+) e",
        "stanc[oa]|stanch[ie]|esaust[oaie]|annoiat[oaie]|occupat[oaie]|triste|felice|content[oaie]|arrabbiat[oaie]|nervos[oaie]|stressat[oaie]|sazi[oae]?|di fretta|in ritardo|di cattivo umore|di buon umore|a casa|al lavoro|in treno|in macchina|in riunione|per strada|tardi|presto|nuvoloso|buio|caldo|freddo",
      ],
      [
        "io ho|ho|ha|abbiamo|avevo",
        "sonno|fame|sete|freddo|caldo|fretta|mal di testa|i piedi freddi",
      ],
      ["fa|faceva", "freddo|caldo|fresco|bel tempo|brutto tempo"],
      ["c'e", "il sole|vento|nebbia|rumore"],
      ["mi", "fa male la testa|annoio"],
    ],
    whole: "piove|nevica|sta piovendo|sta nevicando|freddo|caldo|stanco|stanca|muoio di fame",
  },
  courtesy: {
    thanks: "grazie",
    wellbeing: "come (?:stai|va|sta)|tutto bene",
    goodbye: "arrivederci|a (?:presto|domani)|buonanotte",
    greeting: "ciao|buon ?giorno|buonasera|salve",
    leave: "esci|uscire",
  },
  chatter: "mille tutto bene altro niente",
  agreements: "certo esatto giusto",
  refusals: "no non ma",
  savingRequests: "ricorda|ricordati|segnati|non dimenticare",
  reminders: "non dimenticare",
  wish: {
    when: "(?:da |fino a )?quando|(?:in )?che (?:giorno|data|anno|mese)",
    about:
      "(?:dimmi )?(?:(?:che )?cosa|quello che|tutto quello che) (?:altro )?(?:sai|ricordi)|che sai|cosa ti ho detto|parlami di|elenca|mostrami",
    starts:
      "(?:a |in |di |con |per |da )?(?:che|chi|quale|quali|quanto|quanta|quanti|quante)|che cosa|cosa|dove|dov'e|qual|come|perche|dimmi|sai|ricordi|ricordami|c'e",
    rememberNothing:
      "(?:ricorda(?:ti)?|annota|segnati|prendi nota|non dimenticare)(?: (?:che|questo|cio))?",
    memo: "promemoria|appunto",
    forget: "dimentica(?:ti)?|cancella",
    forgetOpening: "che ",
    forgetNothing: "lo|questo|ciò",
    remember: [
      /^(?:per favore,? )?((?:puoi|potresti) )?(?:ricorda(?:ti|rti)?|annota(?:re)?|segna(?:ti|rti)?|prendi nota|tieni a mente|non dimenticare)(?: che | ?[:,] ?)(.+)$/iu,
    ],
  },
  unfinished:
    "e|o|ma|perché|che|quando|se|mentre|anche se|di|del|della|dei|delle|il|lo|gli|un|una|uno|mio|mia|con|nel|nella|al|alla|per|né|come|molto|e poi",
  reported: "che|se|niente|qualcosa|alla|lo",
  clearYes: "dimenticalo | cancellalo | fallo",
  invented: `grazie per aver guardato | grazie per aver guardato il video | grazie per aver guardato questo video
    | grazie per la visione | grazie per l'attenzione | iscrivetevi al canale | iscriviti al canale
    | non dimenticate di iscrivervi al canale | ci vediamo nel prossimo video | alla prossima | musica | applausi | risate
    | silenzio`,
  commands,
  phrases,
  replies,
};
