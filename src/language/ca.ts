import type { Language } from "./language.ts";

/** Catalan. */
export const ca: Language = {
  code: "ca",
  commonWords: `el la els les de del dels i en a amb que què qui quan on com per és són va vaig van ha he no més molt una un li ens
    nosaltres meu meva tinc tenim li'n al als aquest aquesta quin quina fins ja sense però cada sempre des té només aquí
    després abans ser fa fan d'en s'ha aquests cap`,
  wordEndings: `à tat ció eix arem nat nya ari cat tge às íem ués nc sat xen dat sió iat sim l·la itzar ència ància ix`,
  markerWords: `amb és això aquest aquesta aquests aquestes què però també molt els dels pels tinc tens vull vols demà avui ahir
    estic estàs està perquè quan meva seva sisplau gràcies llum m'agrada anem fem farem hem heu vaig doncs ara després
    així només potser digues nosaltres quina quin filla l'he llet tingut encara sóc`,
  languageRequest: `(?:parla|parla'm|parlem|respon|contesta|continua) en NAME
    | (?:podem )?(?:parlar|contestar|seguir)(?: en)? NAME | vull que parlis(?: en)? NAME
    | (?:canvia|passa|passem)(?: al| a l'| a) ?NAME`,
  stopWords: `es son era eren vaig vas va vam van ser estar tenir te tinc tens tenim tenen quan on com qui que quin
    quina fer fa fet el la un una m t l s d n hi ho hem teu teva seva saps digues pel pels tema temes tot alguna
    algu`,
  accents: "àèéíòóúç",
  months: "gener febrer març,marc abril maig juny juliol agost setembre octubre novembre desembre",
  weekdays: "dilluns dimarts dimecres dijous divendres dissabte diumenge",
  numbers: `un,una dos,dues,un_parell_de tres quatre cinc sis set vuit nou deu onze dotze tretze catorze quinze setze
    disset divuit dinou vint`,
  moreNumbers: `u 1 trenta 30 quaranta 40 cinquanta 50 seixanta 60 setanta 70 vuitanta 80 noranta 90 cent 100 mil 1000
    huit 8 cents 100`,
  before: "abans",
  asksWhen: "quan|quant de temps|quants (?:dies|anys|mesos)|quin (?:dia|any|mes)|quina data",
  timeWords: "ahir avui dema setmana setmanes any anys vinent passat passada",
  askingWords: "digues dir saps recordes recorda tipus cosa coses res algun alguna",
  vague:
    "prefereix agrada vol necessita compra ve porta sempre mai bo bona millor nova vegada vegades hores",
  kin: `mare pare germa germana fill filla dona marit avia avi oncle tieta cosi cosina nebot neboda`,
  fillers: `bé | doncs | escolta | mira | a veure | d'acord | vale | eh+ | mm+ | ah | oh | ai | hola | bon dia
      | bona (?:tarda|nit) | per cert | a més | i | o sigui | és que | la veritat | clar | sí | gràcies | ok | llavors
      | aleshores | així que | perquè | però | si us plau | sisplau`,
  asking:
    "si us plau | sisplau | ara | i ara | val | (?:em )?(?:pots|podries) | vull que | necessito que",
  statements: {
    corrections: `no, | en realitat | perdona | espera | volia dir | vull dir | rectifico
      | m'he equivocat | al final no`,
    material: `tradueix(?:-me)? | corregeix(?:-me)? | redacta | imagina(?:'t)? | suposem | fe[ms] (?:veure|com)
      | (?:en|a) (?:la meva|la|el|aquesta?) (?:novel·la|conte|llibre|somni|cançó|pel·lícula|joc|història)`,
    takeBack: `oblida(?:-ho|'t)?(?: d'això| això| el que (?:t')?he dit)?(?=$|[,.!:;]| -) | deixa-ho | tant és | no hi fa res
      | (?:és|era) (?:una )?broma | (?:ho retiro|retiro el que he dit) | esborra això`,
    offRecord: `no (?:ho )?(?:guardis|recordis|apuntis|anotis|registris|escriguis|desis)(?! que)
      | (?:que quedi )?entre (?:nosaltres|tu i jo) | off the record`,
    forget: "oblid(?:a|ar|i|is|eu)(?:'t)? | (?:esborra|elimina|treu) (?:que|el que)",
    offer: "(?:vols que|puc|ho) ?(?:apunt|anot|guard|record|des)(?:i|ar)(?: que)?",
    subjects:
      "\\p{L}+(?:-me|-nos|'ns|'m) | jo | el | la | l'|els | les | un | una | em | m'\\p{L}+ | ens",
    my: "(?:el|els|al|als) (?:meu|meus|nostre|nostres) | (?:la|les) (?:meva|meves|nostra|nostres|meua|meues) | ma | mon",
    pronouns: "ell | ella | el seu | la seva",
    past: `ahir | anit | era | estava | tenia | havia | passada | (?<!demà )passat | (?:vaig|va|vam|van) \\p{L}+(?:ar|er|ir|re)
      | (?:ha|he|hem) (?!quedat)\\p{L}+t | fa \\S+ (?:dies?|setman(?:a|es)|mesos|anys)`,
    connectors: "i | però | així que | perquè | tot i que | encara que | ni",
    each: `cada | tots els | totes les | els (?:{weekday}|dissabtes|diumenges) | al (?:dia|mes|any)
      | a la setmana`,
  },
  days: {
    inWords: `primer,u,un dos tres quatre cinc sis set vuit nou deu onze dotze tretze catorze quinze setze disset divuit dinou
      vint vint-i-u,vint-i-un vint-i-dos vint-i-tres vint-i-quatre vint-i-cinc vint-i-sis vint-i-set vint-i-vuit vint-i-nou
      trenta trenta-u,trenta-un`,
    seasons: "primavera estiu tardor",
    on: "el",
    in: "al",
    weekOf: "la setmana del",
    units: "dia,dies setmana,setmanes mes,mesos any,anys",
    table: `
      date: (?:el |l')?(?:{wd},? )?(?:dia )?{d} (?:de |d'){month}(?:,? (?:de |del )?{y})?
      day: (?:el )?dia {d}
      +2d: demà passat|despús-demà|passat demà
      -2d: abans-d'ahir|despús-ahir
      +1d: demà
      -1d: ahir
      +n: (?:d'aquí a|d'aquí|en) {n} {unit}
      -n: fa (?:uns |cosa de )?{n} {unit}
      +: (?:el )?{wd} de la setmana (?:que ve|vinent)
      +: (?:(?:la|el) |l')?{span} (?:que ve|vinent)|(?:(?:la|el) )?propera? {span}
      -: (?:el )?{wd} passat|(?:a )?(?:la |el |l'){unit} passa(?:t|da)|{season} passa(?:t|da)|{month} passat
      =: (?:el |aquest )?(?:proper |pròxim )?{wd}(?: que ve| vinent| proper)?
      =: (?:al|a l'|pel|per l'|(?:abans|fins|a partir|des|mes) (?:del|d'|de|al|a l')) ?{month}(?! (?:de |del )?\\d)
      =: aquesta? {season}`,
  },
  courtesy: {
    thanks: "gracies|merces|merci",
    goodbye: "adeu|fins (?:ara|aviat|dema|despres)|bona nit|que vagi be",
    greeting: "bon dia|bona tarda|bones|com (?:estas|va tot|et va|et trobes)|com va",
  },
  chatter: "d'acord perfecte be entesos molt moltes ajuda nou tot aixo res avui doncs demana teva",
  agreements: "d exacte exactament correcte perfecte",
  refusals: "no mai",
  questionWords: "quan què que qui on quin quina quins quines quant quanta quants quantes com",
  remember: {
    verbs:
      "recorda(?:['’]t)?|recordis|recordar|apunt[ai](?:['’]t|-ho)?|anot[ai](?:-ho)?|guard[ai](?:-ho)?|tingues en compte|no (?:t['’])?oblidis|recordatori(?= ?:)",
    that: " que | ?[:,] ?",
    bare: "que|aix[oò]",
  },
  remind: {
    lead: "recorda['’]m|recordar-me|recordeu-me|avisa['’]m|avisar-me|no em deixis oblidar|fes-me pensar",
    opening: "que |allò de |(?:de |d['’]|a )?(?!quatre )(?=\\p{L}+(?:ar|er|re|ir)(?!\\p{L}))",
    today:
      "avui|aquest (?:matí|vespre)|aquesta (?:tarda|nit)|(?:d['’]aquí|en|dins) .{1,20}(?:hor(?:a|es)|minuts?)",
  },
  wish: {
    about:
      "resum(?:eix)?(?:-me)?|(?:fes-me |dona'm )?(?:un )?resum (?:del?|d')|(?:digue'?m )?(?:el )?que (?:mes )?(?:saps|recordes|tens)|que t'he (?:dit|explicat)|parla'm de|llista|ensenya'm",
    memory: {
      count:
        "quant(?:s|es) (?:records|coses|notes|dades|entrades) (?:tens|tinc|tenim|hi ha|saps|recordes|guardes|has guardat)(?: guarda(?:ts|des)| de mi| sobre mi| en total| a la (?:teva )?memoria)*|quant (?:saps|recordes)(?: de mi| sobre mi)?",
      told: "(?:el )?que (?:mes )?(?:t'he (?:dit|explicat)|et vaig (?:dir|explicar))|que (?:has (?:apres|guardat|apuntat)|vas (?:aprendre|guardar|apuntar))|que (?:va passar|ha passat|hi ha de nou|vam fer|hem fet)",
      talked: "de que (?:hem (?:parlat|xerrat)|vam (?:parlar|xerrar)|parlavem|estavem parlant)",
      today: "avui|aquest (?:mati|vespre)|aquesta (?:tarda|nit)",
      yesterday: "ahir|anit",
    },
  },
  preference: {
    stating:
      /^(?:a mi )?(?:jo )?(?:també |sempre )?(?:(?:no )?m'(?:encanten?|encanta|agraden?|agrada|apassionen?|apassiona)(?: molt| gens)?|adoro|prefereixo|odio|detesto|no suporto) (?<liked>.+)$/iu,
    notPlain: `això allò aquest aquesta aquests aquestes aquell aquella ell ella ells elles com quan que teu teva
      teus teves tu idea pla així més menys no altre altra primer primera segon segona ara avui ahir si però perquè`,
  },
  turned:
    "jo: sóc:ets soc:ets estic:estàs he:has hem:heu m'he:t'has l'he:l'has vam:vau tinc:tens visc:vius vaig:vas prefereixo:prefereixes puc:pots vull:vols necessito:necessites em_\\p{L}+o: em_\\p{L}+c: em_\\p{L}+ig: m'\\p{L}+o: em:et m':t' meu:teu meva:teva meus:teus meves:teves nostre:vostre nostra:vostra nostres:vostres ens:us",
  unfinished:
    "i|o|però|perquè|que|quan|si|encara que|mentre|de|del|dels|el|els|les|un|una|uns|unes|meu|meva|amb|en|al|als|per|ni|com|molt|de la|a la|per a|i la|amb la|el meu|la meva",
  invented: `(?:moltes )?gràcies per (?:veure (?:el|aquest) vídeo|la vostra atenció)
    | (?:subscriu-te|subscriviu-vos)(?: al canal)? | no oblideu subscriure-us | (?:fins|ens veiem) al proper vídeo
    | música | aplaudiments | rialles | silenci`,
  commands: {
    closing:
      "si us plau | sisplau | gràcies | merci | ara | d'acord | val | vale | ja | a partir d'ara",
    forget_that: `(?:oblida|esborra|treu) (?:això|l'últim|el que (?:he dit|vaig dir)) | oblida-ho | esborra-ho | oblida't d'això
      | no ho (?:recordis|guardis|apuntis) | això no és el que he dit | no he dit això | m'has entès malament`,
    forget: `oblida (?:que|allò de) REST
      | (?:oblida|esborra) (?:tot )?el que (?:saps|recordes|t'he dit) (?:de|sobre) REST | oblida't (?:de|del|que) REST
      | oblida (?!com |si |\\w+(?:ar|er|re|ir) )REST`,
    end: `(?:acaba|tanca|acabem|fi de|final de) (?:la |aquesta )?(?:conversa|xerrada) | això és tot(?: per (?:ara|avui))?
      | res més | hem acabat | adéu | fins (?:ara|aviat|demà|després) | a reveure | bona nit`,
    stop: "para(?: ja)? | atura't | atura | stop | prou | silenci | calla | basta | tant és | és igual | deixa-ho | cancel·la | cancela",
    repeat: `repeteix(?:-ho)? | torna-?(?:ho|m'ho) a dir | una altra vegada | un altre cop | què has dit | com
      | no t'he (?:sentit|entès)`,
    help: "ajuda | ajuda'm | què puc (?:dir|fer|preguntar) | com funciona(?: això)?",
    yes: "sí(?: (?:sí|aquest|aquesta|oblida-ho|esborra-ho|fes-ho))? | oblida-ho | esborra-ho | fes-ho",
    no: "no | (?:no )?(?:això|aquest|aquesta) no | cap | res | deixa-ho",
  },
  phrases: {
    sorry: "Perdona?",
    one_moment: "Un moment.",
    model_trouble: "Ara no puc respondre. He desat el que has dit.",
    failed: "Alguna cosa ha anat malament. Torna-ho a provar, si us plau.",
    memory_slow: "Encara no puc mirar a la memòria. Pregunta-m'ho d'aquí a un moment.",
    cannot_hear: "No et sento: el micròfon no funciona.",
    hears_again: "Ja et torno a sentir.",
    transcriber_gone: "Et sento, però ara no puc entendre el que es diu.",
    voice_gone: "La meva veu de sempre no hi és. Parlo amb aquesta fins que torni.",
    wake_gone: "Ara no puc sentir la meva paraula d'activació.",
    disk_full: "Tinc el disc ple. No puc desar el que m'expliques.",
    memory_off: "Tinc la memòria apagada. No deso res.",
    nothing_to_take_back: "No hi ha res per desfer.",
    forgotten: "Oblidat: {text}",
    changed_and_stays: "Això s'ha canviat mentrestant, així que ho conservo: {text}",
    nothing_forgotten: "D'acord, no oblido res.",
    kept: { one: "He desat una cosa.", other: "He desat # coses." },
    nothing_new: "No hi havia res de nou per desar.",
    kept_for_later: "Ho passaré a la memòria més tard. Mentrestant és segur aquí.",
    ready: "T'escolto.",
    reminder: "Un recordatori: {text}",
    help: "Pregunta'm el que vulguis saber. Digues: recorda que, i ho deso. Digues: oblida això, i ho desfaig. O bé: què saps de, repeteix, para, fi de la conversa.",
    noted: "Apuntat:",
    known: "Això ja ho sabia:",
    not_saved: "No ho he pogut desar:",
    what_to_remember: "Què he de recordar?",
    nothing: "No tinc res sobre això.",
    nearest: "El més semblant que he trobat:",
    will_keep: "M'ho quedo:",
    all_right: "D'acord.",
    greeting: "Hola! Pregunta'm alguna cosa o digues-me què he de recordar.",
    thanks: "De res.",
    goodbye: "Fins aviat.",
    forget: "Per oblidar alguna cosa, digues: oblida, i de què es tracta.",
    said_now: "Acabes de dir: «{text}»",
    speaking: "D'acord, parlem en català.",
    holds: { one: "Guardo # record.", other: "Guardo # records." },
    more: { other: "… i # més" },
  },
};
