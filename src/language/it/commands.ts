import type { CommandWords } from "../types/command-words.ts";

export const commands: CommandWords = {
  opening: `per favore | per piacere | ok | va bene | senti | allora | dai | no, | e | adesso | ora | scusa | aspetta
    | (?:puoi|potresti) | ehi`,
  closing: "per favore | per piacere | grazie | adesso | ora | ok",
  forget_that: `dimentica (?:questo|quello|l'ultima cosa|quello che (?:ho (?:appena )?detto|ti ho (?:appena )?detto))
    | dimentica(?:lo|tene) | dimenticare (?:questo|quello|quello che ho detto)
    | (?:cancella|elimina|togli) (?:questo|quello|quello che ho detto) | cancellalo
    | (?:lo )?ritiro(?: quello che ho detto)? | non (?:ricordare|salvare|annotare|tenere) (?:questo|quello)`,
  misheard: `(?:no )?non è (?:questo |quello )?(?:quello )?che ho detto | non è quello che (?:volevo dire|intendevo)
    | non ho detto (?:questo|quello|così) | hai (?:capito|sentito) male | non mi hai (?:capito|sentito)(?: bene)?
    | no, (?:ho detto|dico|voglio dire) REST | no (?:no )?(?:dicevo|volevo dire|intendevo) REST
    | quello che (?:ho detto|volevo dire) (?:è|era) REST`,
  corrected: "(?:io )?ho detto REST",
  forget: `dimentica (?:che|la storia di) REST
    | dimentica (?:tutto )?quello che (?:sai|ricordi|ti ho detto) (?:di|su|del|della|sul|sulla) REST
    | dimenticati (?:di|del|della|che) REST
    | (?:cancella|elimina) (?:tutto )?(?:quello che sai|il ricordo|la memoria) (?:di|su|del|della|sul|sulla) REST
    | dimentica REST`,
  too_much: `di | che | lo | me | mi | te | tutto | tutto quello .* | tutti | niente | nulla | lei | lui | loro | noi | questo .*
    | quello .*`,
  remark: `era | è stato | è stata | perché | andiamo | non mi | non voglio | per ora | per adesso | un momento | e dimmi
    | piuttosto`,
  end: `(?:termina|finisci|chiudi|terminare|finire|chiudere) (?:la|questa) (?:conversazione|chiacchierata|sessione)
    | fine (?:della|di questa) (?:conversazione|chiacchierata|sessione)
    | (?:e )?(?:questo è tutto|è tutto|basta così)(?: per (?:ora|adesso|oggi))? | nient'altro | abbiamo finito
    | (?:arrivederci|ciao ciao|a (?:presto|domani|dopo|più tardi)) | buonanotte | buona notte | vai a dormire`,
  stop: `stop | basta | ferma | fermati | zitto | zitta | silenzio | taci | stai zitt[oa] | smettila | smetti di parlare
    | non importa | fa niente | lascia (?:stare|perdere) | annulla`,
  repeat: `ripeti(?:lo)? | (?:puoi |potresti )?ripeter(?:e|lo|melo) | ancora(?: una volta)? | un'altra volta | di nuovo
    | (?:dillo|dimmelo) (?:ancora|di nuovo|un'altra volta) | (?:che )?cosa hai detto | che hai detto
    | come(?: hai detto| dici)? | non (?:ti )?ho (?:sentito|capito)(?: bene)?`,
  help: `aiuto | aiutami | (?:che )?cosa (?:posso|puoi) (?:dire|fare|chiedere) | (?:che )?cosa ti posso (?:dire|chiedere)
    | (?:che )?cosa posso (?:dirti|chiederti) | come funzion(?:a|i) | cosa sai fare`,
  yes: `sì | sì sì | certo(?: che sì)? | sicuro | va bene | d'accordo | fallo
    | (?:sì )?(?:questo|quello|esatto|esattamente|giusto|proprio (?:questo|quello)) | (?:sì )?(?:dimenticalo|cancellalo)
    | ok | sì per favore | sì grazie`,
  no: `no | no no | no grazie | meglio di no | certo che no | (?:no )?(?:questo|quello) no | no(?:n)? (?:questo|quello)
    | (?:no )?(?:nessuno|nessuna|niente|nulla) | (?:no )?lascia (?:stare|perdere) | (?:no )?annulla
    | non (?:dimenticarlo|cancellarlo|farlo) | (?:no )?tienilo`,
};
