/** Who may be called by name in small talk: the assistant. */
export const vocatives =
  /^(?:loci|everyone|all|guys|friend|there|todos|tots|tothom|tout|alle|tutti|amigo|amic|mate)$/;

/** Phrases that carry nothing to remember, by language; without case, accents and punctuation. */
export const smallTalkPhrases: Readonly<Record<string, string>> = {
  en: `hi | hello | hey | hello there | hi there | good morning | good afternoon | good evening | good night | morning
    bye | bye bye | goodbye | see you | see you later | see you tomorrow | see you soon | take care | later | cheers
    thanks | thank you | thanks a lot | thank you very much | thank you so much | many thanks | thx | ty | you're welcome
    no problem | no worries | my pleasure | please | sorry | excuse me | pardon | yes | yeah | yep | yup | no | nope | nah
    ok | okay | okey | k | sure | of course | right | alright | all right | fine | great | cool | nice | perfect | awesome
    good | very good | excellent | wonderful | lovely | wow | i see | got it | understood | makes sense | i agree | exactly
    that's it | that's all | that's right | that's great | that's good | that's nice | sounds good | never mind | whatever
    how are you | how are you doing | how are you today | how's it going | how is it going | what's up | sup | and you
    how about you | i'm fine | i'm good | i'm ok | i'm okay | i'm fine thanks | not bad | pretty good | very well
    nice to meet you | nice talking to you | welcome | well | so | um | uh | er | hmm | oh | ah | you know | i mean | let me see
    let's see | let me think | one moment | just a moment | wait | hold on | really | is that so | i don't know | maybe
    can you hear me | are you there | are you listening | hello can you hear me | go on | continue | next | stop
    happy birthday | merry christmas | happy new year | have a nice day | have a good day | sleep well | today | and | but`,
  es: `hola | buenas | buenos días | buen día | buenas tardes | buenas noches | adiós | chao | chau | hasta luego
    hasta mañana | hasta pronto | nos vemos | hasta la vista | gracias | muchas gracias | mil gracias | muchísimas gracias
    de nada | no hay de qué | por favor | porfa | perdón | perdona | lo siento | disculpa | sí | no | vale | ok | okey | claro
    claro que sí | por supuesto | bueno | bien | muy bien | genial | perfecto | estupendo | guay | qué bien | qué guay | venga
    de acuerdo | entendido | ya | ya veo | ya está | eso es | eso | exacto | nada | da igual | no pasa nada | no importa
    qué tal | qué tal estás | cómo estás | cómo está | cómo va | cómo te va | qué pasa | y tú | y usted | todo bien
    estoy bien | muy bien gracias | más o menos | encantado | encantada | mucho gusto | pues | pues nada | a ver | bueno pues
    eh | este | o sea | sabes | es que | espera | un momento | no sé | quizás | tal vez | me oyes | estás ahí | hola me oyes
    sigue | continúa | para | feliz cumpleaños | feliz navidad | feliz año nuevo | que descanses | vamos | y`,
  ca: `hola | bon dia | bona tarda | bona nit | bones | adéu | adéu siau | a reveure | fins després | fins demà | fins aviat
    fins ara | ens veiem | gràcies | moltes gràcies | mercès | merci | moltíssimes gràcies | de res | no es mereixen
    si us plau | sisplau | perdó | perdona | ho sento | disculpa | sí | no | i tant | sí i tant | d'acord | val | vale | ok
    clar | és clar | esclar | bé | molt bé | genial | perfecte | fantàstic | que bé | quina passada | entès | entesos
    ja | ja ho veig | ja està | això | això mateix | exacte | res | tant és | no passa res | és igual | com estàs | com està
    com va | com va tot | què tal | com anem | què hi ha | i tu | i vostè | tot bé | estic bé | molt bé gràcies | anar fent
    encantat | encantada | molt de gust | doncs | bé doncs | a veure | va | vinga | som hi | va som hi | saps | o sigui | espera
    un moment | no ho sé | potser | em sents | hi ets | hola em sents | continua | segueix | para | per molts anys
    bon nadal | bon any | bon any nou | que descansis | que vagi bé | bon profit | apa | i`,
  pt: `olá | oi | ei | bom dia | boa tarde | boa noite | adeus | tchau | até logo | até já | até amanhã | até breve | até mais
    obrigado | obrigada | muito obrigado | muito obrigada | brigado | valeu | de nada | não tem de quê | por favor
    se faz favor | desculpa | desculpe | perdão | sim | não | ok | está bem | tá bom | tá | claro | claro que sim | com certeza
    bom | bem | muito bem | ótimo | perfeito | fixe | legal | que bom | que legal | beleza | entendi | entendido | percebi
    já vejo | isso | é isso | exato | exatamente | nada | tanto faz | não faz mal | como estás | como está | como vai
    tudo bem | tudo bom | e tu | e você | estou bem | tudo bem obrigado | mais ou menos | prazer | muito prazer | então | pois
    pois é | sabes | sabe | quer dizer | espera | um momento | não sei | talvez | estás a ouvir | estás aí | está me ouvindo
    continua | parabéns | feliz aniversário | feliz natal | feliz ano novo | bom descanso | dorme bem | e`,
  fr: `bonjour | salut | coucou | bonsoir | bonne nuit | bonne journée | bonne soirée | au revoir | à bientôt | à demain
    à plus | à plus tard | à tout à l'heure | merci | merci beaucoup | merci bien | mille mercis | de rien | je vous en prie
    je t'en prie | avec plaisir | s'il te plaît | s'il vous plaît | pardon | désolé | désolée | excuse moi | excusez moi | oui
    non | ouais | ok | d'accord | d'ac | bien sûr | bien | très bien | c'est bon | c'est bien | super | parfait | génial
    c'est super | cool | je vois | je comprends | compris | entendu | voilà | c'est ça | exact | exactement | rien
    peu importe | pas grave | c'est pas grave | ce n'est pas grave | comment ça va | ça va | comment vas tu | comment allez vous
    comment tu vas | quoi de neuf | et toi | et vous | ça va bien | ça va merci | je vais bien | pas mal | enchanté | enchantée
    alors | bon | ben | euh | bah | tu sais | attends | attendez | un instant | un moment | je ne sais pas | je sais pas
    peut être | tu m'entends | vous m'entendez | tu es là | allô | continue | bon anniversaire | joyeux noël | bonne année
    bon appétit | dors bien | et`,
  de: `hallo | hi | hey | servus | moin | grüß dich | grüß gott | guten morgen | morgen | guten tag | guten abend | gute nacht
    tschüss | tschüs | auf wiedersehen | bis später | bis morgen | bis bald | bis dann | ciao | danke | danke schön
    dankeschön | vielen dank | danke dir | herzlichen dank | bitte | bitte schön | bitte sehr | gern geschehen | gerne
    kein problem | entschuldigung | tut mir leid | verzeihung | sorry | ja | nein | nee | jo | doch | ok | okay | na klar | klar
    natürlich | genau | stimmt | richtig | gut | sehr gut | alles klar | super | toll | prima | perfekt | schön | cool
    verstehe | ich verstehe | verstanden | ach so | aha | egal | macht nichts | schon gut | nichts | wie geht's
    wie geht es dir | wie geht es ihnen | wie geht's dir | was geht | und dir | und ihnen | mir geht's gut
    mir geht es gut | gut danke | ganz gut | nicht schlecht | freut mich | also | na ja | naja | tja | äh | ähm | weißt du | warte
    moment | einen moment | mal sehen | ich weiß nicht | ich weiß es nicht | vielleicht | hörst du mich | bist du da
    weiter | alles gute | alles gute zum geburtstag | frohe weihnachten | frohes neues jahr | schlaf gut | guten appetit | und`,
  it: `ciao | salve | buongiorno | buon giorno | buonasera | buona sera | buonanotte | buona notte | buon pomeriggio | arrivederci
    a presto | a domani | a dopo | ci vediamo | grazie | grazie mille | molte grazie | tante grazie | prego | di niente
    per favore | per piacere | scusa | scusi | mi dispiace | sì | no | ok | va bene | certo | bene | molto bene | benissimo
    perfetto | ottimo | fantastico | che bello | capito | ho capito | esatto | giusto | niente | non importa | non fa niente
    come stai | come sta | come va | come state | che si dice | e tu | e lei | tutto bene | sto bene | bene grazie | non c'è male
    piacere | allora | beh | mah | boh | cioè | dunque | sai | aspetta | un attimo | un momento | non lo so | non so | forse
    mi senti | ci sei | pronto | continua | buon compleanno | buon natale | buon anno | buon appetito | dormi bene | e`,
};
