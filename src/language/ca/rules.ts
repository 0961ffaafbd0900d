import type { LanguageRules } from "../types/rules.ts";
import { rows } from "./rows.ts";

/** How statements are made in Catalan. */
export const rules: LanguageRules = {
  code: "ca",
  verbFinal: false,
  words:
    "vine passa espera mira escolta digues vinga para el la els les l un una uns unes de del dels d al als a en i o que amb per sense sobre entre des fins si no sí ni és són està estan sóc soc ets era ser estar estic he has ha hem han hi ha tinc té tenim jo tu ell ella nosaltres ells em et es ens us li ho m t s n meu meva meus meves teu teva seu seva nostre nostra nostres aquest aquesta això aquell aquella molt més menys també tampoc ja sempre mai però perquè com quan on qui què quin quina tot tota tots totes cada altre altra visc viu viuen treballo treballa agrada agraden encanta encanten odio prefereixo vull vaig va vam anem dic diu nascut estudio parlo faig fa fem ús menjo bec recorda apunta oblidis avui demà ahir ara aquí allà millor res bé malament dos dues tres mi anys dia al·lèrgica al·lèrgic tothom ningú algú gent germana germà doncs hem decidit",
  markers: {
    fillers:
      "ara(?= (?:tinc|tenim|condueixo|té) un)|bé|doncs|escolta|mira|a veure|d'acord|vale|val|eh+|mmm+|ah|oh|ai|hola|bones|bon dia|bona tarda|bona nit|per cert|a més|també(?= )|i|o sigui|és que|la veritat(?: és que)?|sincerament|en fi|total|clar|sí|perfecte|genial|gràcies|ok|okay|aleshores|llavors|així que|que sàpigues que|perquè ho sàpigues|com et (?:deia|vaig dir)|t'explico|et comento(?: que)?|volia (?:dir-te|explicar-te)(?: que)?|vull que sàpigues que|resumint|de fet|una altra cosa|una cosa|ah,? i|perquè|però|sobretot|personalment|per sort|per desgràcia|saps què|important|molt important|(?:segons )?(?:el|la|l'|el meu |la meva )?(?: ?)(?:metge|metgessa|doctora?|al·lergòleg|al·lergòloga|dermatòleg|dermatòloga|nutricionista|dentista|ginecòloga|endocrí)(?: (?:diu|creu|m'ha dit|em va dir|m'ha confirmat) que|,)|(?:m'(?:han|acaben de) (?:dit|dir|confirmat|confirmar)|les anàlisis diuen|em van dir|em van confirmar|resulta)(?: (?:al metge|a l'hospital|al CAP))? que(?= (?:sóc|soc|tinc|estic|no puc|el meu \\p{L}+ (?:és|té)|la meva \\p{L}+ (?:és|té)) )|t'he de dir que|he de dir(?:-te)? que|home|vinga",
    tails:
      "si us plau|sisplau|gràcies|saps|vale|val|eh|ja ho saps|clar|per cert|la veritat|de veritat|haha+|jaja+|i tot això|ok|oi tant",
    question:
      "(?:què|qui|quin|quina|quins|quines|quan|on|com|per què|quant|quanta|quants|quantes|a què|de què|amb què|pots|pot|podries|podem|podríem|saps|sabries|tens|hi ha|em pots|em podries|em recomanes|creus|et sembla|és veritat|coneixes|alguna idea|alguna recepta|te'n recordes|recordes)|em pregunto|no sé (?:si|què|com|quan|on|per què)|digue'm|m'agradaria saber|vull saber|volia saber|necessito saber|dona'm|ajuda'm|recomana'm|explica'm",
    hypothetical:
      "si (?:tingués|fos|pogués|visqués|estigués|guanyés|fes)|(?:tindria|seria|podria|faria|aniria|viuria|voldria|estaria|preferiria|compraria|agradaria|encantaria)|potser|tal vegada|igual (?:em|ens|vaig|anem)|tant de bo|suposem|imagina|imagina't|pot ser que|podria ser|crec que|suposo|m'imagino|estic pensant en|estem pensant en|m'estic plantejant|no ho sé|no sé|com si|en teoria|algun dia|probablement|segurament|no crec|dubto|ni idea|espero que|no n'estic segur[a]?|m'ho estic pensant",
    command:
      "(?:si us plau,? |sisplau,? )?(?:posa|posa'm|apaga|encén|obre|tanca|mostra|mostra'm|ensenya'm|busca|busca'm|cerca|troba|afegeix|envia|reprodueix|para|reserva|compra|demana|llegeix|calcula|compara|desperta'm|cancel·la|esborra|elimina|ignora|repeteix|canta|fes|fes-me|crea|genera|recomana|suggereix|explica|avisa'm|recorda'm (?!que))",
    material:
      "(?:si us plau,? |sisplau,? )?(?:(?:em )?(?:pots|podries) )?(?:tradueix|tradueix-me|traduir|corregeix|corregeix-me|corregir|resumeix|resumeix-me|resumir|reescriu|reescriure|escriu|escriu-me|escriure|redacta|redacta'm|redactar|explica'm un|fes veure|imagina|imagina't|suposem|fem veure|fem com|actua com|ara ets|en la meva (?:novel·la|història)|a la meva (?:novel·la|història)|al meu (?:llibre|conte|somni)|en (?:la|el|aquesta|aquest) (?:novel·la|conte|cançó|pel·lícula|joc|història)|el meu personatge|el protagonista|hi havia una vegada|vet aquí|aquí (?:tens|va|hi ha) (?:un|el|la|una|el meu) (?:text|correu|missatge|carta|article|error|codi)|la (?:cançó|lletra|carta) diu|com es diu en|què vol dir|benvolgu(?:t|da|ts|des))",
    reported:
      "em (?:vas dir|has dit|vas comentar|vas explicar)|m'has dit|m'havies dit|(?:tu )?(?:vas dir|has dit) que|com (?:vas dir|has dit)|segons|ja saps que m'|(?:diu|diuen|va dir|van dir|creu|creuen|pensa|pensen|ha dit|han dit) que|m'(?:ha dit|han dit|ha preguntat) (?:que|si)|em va (?:dir|preguntar) (?:que|si)|he (?:llegit|sentit|vist) que|és broma|quan era (?:petit|petita|jove|nen|nena)|vaig somiar|he somiat|de (?:petit|petita|jove)(?!,? (?:jo )?(?:vivia|vaig viure|vivíem|vaig créixer|anava a))",
    temporary:
      "avui|aquest (?:matí|vespre)|aquesta (?:tarda|nit|setmana|vegada)|ara mateix|en aquest moment|de moment|per ara|aquests dies",
    takeBack:
      "(?:no,? |ah,? |espera,? |bé,? |perdona,? |millor |ai,? )*(?:oblida(?:-ho|-te'n|'t)?(?: d'això)?(?: això| el que he dit| el que t'he dit)?(?=[ ,.]*$|,|\\.)|deixa-ho(?: estar| córrer)?|tant és|és igual(?=[ ,.]*$|,)|no hi fa res|res,? (?:oblida-ho|deixa-ho)|és (?:una )?broma|era (?:una )?broma|ho retiro|retiro el que he dit|no era veritat|això no|esborra això|no he dit res|oblida (?:això|el que he dit))",
    offRecord:
      "no (?:guardis|recordis|apuntis|anotis|registris|memoritzis|gravis|desis) (?:això|res|el que)|això no ho (?:guardis|apuntis|anotis|recordis|registris|escriguis|desis)|que quedi entre (?:nosaltres|tu i jo)|entre (?:nosaltres|tu i jo)|no ho (?:apuntis|guardis|anotis|registris|escriguis|desis|recordis)|off the record|no cal que ho (?:apuntis|guardis|anotis)",
    forget:
      "(?:(?:si us plau|sisplau),? |(?:pots|podries|vull que|voldria que|necessito que|ja pots|hauries de) )*(?:oblida(?:'t|u|r)?|oblidis|oblidi|oblida't|(?:esborra|elimina|treu) (?:que|el que|la nota|el record))",
    noMore: "ja no",
    correction:
      "(?:no,? |ah,? |ai,? |oh,? |ui,? |espera,? |perdó,? |perdona,? |bé,? )*(?:en realitat(?: no(?= ?[,.:;…–-]))?|de fet(?= és)|no(?= ?[,.:;…–-])|perdó|perdona|espera|més ben dit|millor dit|volia dir|vull dir|rectifico|corregeixo|m'he equivocat|error|(?:això )?ja no és (?:veritat|així|cert)|això no és (?:veritat|així|cert|correcte)|ha canviat|canvi de plans?|he canviat d'(?:idea|opinió)|hem canviat (?:d'idea|d'opinió|de plans)|al final no,?)(?:[ ,.:;-]+(?:en realitat|volia dir|vull dir|és(?= (?:el|a|en|la|dill|dim|dij|div|dis|diu|\\d))|era|serà|perdó|millor|sinó))*",
    notButs: [
      "(?:no,? |perdó,? |en realitat,? )*no (?:és |era |són |en |a )?(?:el |la |els |les )?(?<old>[^,;]{1,40}?)(?:,|;)? (?:sinó|és|era|són|volia dir)(?: en| a)? (?:el |la |els |les )?(?<new>[^,;]{1,40})",
      "(?:no,? |perdó,? |en realitat,? )*no (?:és |era |en |a )?(?:el |la )?(?<old>[^,;]{1,40}?), (?:el |la )?(?<new>[^,;]{1,40})",
      "(?:no,? |perdó,? |en realitat,? )*(?:és |era |volia dir )?(?:el |la )?(?<new>[^,;]{1,40}?),? (?:i no|no|en comptes de|en lloc de) (?:el |la )?(?<old>[^,;]{1,40})",
    ],
    agree:
      "(?:(?:sí|si|vale|val|perfecte|genial|clar|exacte|bé|molt bé|ok|d'acord|fantàstic|fet|bona idea|em sembla bé)[ ,.!]*)*(?:apunta-ho|anota-ho|guarda-ho|desa-ho|recorda-ho|fem-ho|fem això|ho fem(?: així)?|ho faré(?: així)?|així ho (?:fem|farem|faig|faré)|endavant|tracte fet|fet|d'acord|em sembla (?:bé|perfecte|genial)|bona idea|quedem així|perfecte|decidit|això faré|això farem)(?=[ ,.!]*(?:$|,|gràcies|si us plau|doncs|llavors))",
    yes: "sí(?: si us plau| clar| exacte)?|clar(?: que sí)?|exacte|correcte|això mateix|això és|vale|val|i tant|per descomptat",
    but: "però|no|excepte|tret|potser|millor|després|espera|tot i que|\\?",
    keep: "(?:i |vale,? |sí,? |si us plau,? )*(?:recorda-ho|apunta-ho|apunta-t'ho|anota-ho|guarda-ho|desa-ho|no ho oblidis|no te n'oblidis|recorda això|apunta això|anota això|guarda això|pren nota|tingues-ho en compte|tingue-ho en compte)(?: si us plau)?",
    propose:
      "(?:doncs |llavors |bé |potser )*(?:què et sembla(?: si)?|què tal(?: si)?|et (?:proposo|suggereixo|recomano)(?: que)?|proposo(?: que)?|suggereixo(?: que)?|recomano(?: que)?|la meva proposta és(?: que)?|i si|per què no|podríem|podries|hauríem de|hauries de|podem)(?! (?:ajudar|dir-me|explicar-me|veure))",
    pointing:
      "(?:en|n'|ne) \\p{L}+(?: un[ae]?)?|\\p{L}+(?:-ne|'n|-lo|-la|-los|-les|-ho|'l|'ls)|un[a]? (?:per|a|de) \\d.*|això|allà|allò|ho|hi",
    offer:
      "(?:doncs |llavors |vale,? )*(?:vols que|et sembla que|puc|ho) ?(?:apunti|apuntar|anoti|anotar|guardi|guardar|recordi|recordar|desi)(?: que)?|(?:apunto|anoto|guardo|deso)(?: doncs| llavors)? que",
  },
  dates: {
    days: "primer,u,un dos tres quatre cinc sis set vuit nou deu onze dotze tretze catorze quinze setze disset divuit dinou vint vint-i-u,vint-i-un vint-i-dos vint-i-tres vint-i-quatre vint-i-cinc vint-i-sis vint-i-set vint-i-vuit vint-i-nou trenta trenta-u,trenta-un",
    absolute: [
      "(?:el |l'|per al )?(?:{wd},? )?(?:dia )?{d} (?:de |d'){month}(?:,? (?:de |del )?{y})?",
    ],
    dayOnly: ["(?:el |per al )dia {d}"],
    relative: [
      ["demà passat|despús-demà|passat demà", 2],
      ["abans-d'ahir|despús-ahir", -2],
      ["demà(?: al (?=matí|vespre)| a la (?=tarda|nit))?", 1],
      ["ahir", -1],
      ["(?:d'aquí a|d'aquí|en) {n} dies?", 1],
      ["(?:d'aquí a|d'aquí|en) {n} setman(?:a|es)", 7],
      ["fa {n} dies?", -1],
      ["fa {n} setman(?:a|es)", -7],
    ],
    weekdayOfNextWeek: ["(?:el )?{wd} de la setmana que ve", "(?:el )?{wd} de la setmana vinent"],
    lastWeekday: ["(?:el )?{wd} passat"],
    nextWeekday: [
      "(?:el |aquest |per a |per )?(?:proper |pròxim )?{wd}(?: que ve| vinent| proper)?",
    ],
    past: {
      week: "(?:a )?la setmana passada",
      month: "(?:el )?mes passat",
      year: "l'any passat",
      monthsAgo: "fa (?:uns |cosa de )?{n} mes(?:os)?",
      yearsAgo: "fa (?:uns |cosa de )?{n} anys?",
      named: "(?:el |l'|al |a l'|pel )?{month} passat",
      inMonth:
        "(?:al |a l'|pel |per l'|el mes (?:de |d'))(?:mes (?:de |d'))?{month}(?! (?:de |del )?\\d)",
      inYear: "el",
    },
    seasons: {
      names: "primavera estiu tardor",
      next: "(?:{season} que ve|{season} vinent|propera? {season})",
      last: "{season} passa(?:t|da)",
      current: "aquest(?:a)? {season}",
      written: "{season} de {year}",
    },
    feasts: {
      names:
        "12-25:nadal 12-26:sant_esteve 12-24:nit_de_nadal 12-31:cap_d'any,nit_de_cap_d'any 01-06:reis 03-19:sant_josep 04-23:sant_jordi 06-23:nit_de_sant_joan,revetlla_de_sant_joan 06-24:sant_joan 08-15:mare_de_déu_d'agost 09-11:la_diada,onze_de_setembre 09-24:la_mercè 11-01:tots_sants 11-11:sant_martí easter+0:pasqua easter-2:divendres_sant easter-3:dijous_sant easter-7:diumenge_de_rams easter+49:pentecosta",
      thisYear: "aquest any|enguany",
    },
    nextWeek: "(?:la )?setmana que ve|(?:la )?setmana vinent|(?:la )?propera setmana",
    nextMonth: "(?:el )?mes que ve|(?:el )?mes vinent|(?:el )?proper mes",
    nextYear: "l'any que ve|l'any vinent",
    recurring:
      "cada|tots els|totes les|els (?:{weekday})|els dissabtes|els diumenges|diari|diàriament|setmanal|(?:una vegada|un cop|vegades|cops) (?:al|a la|per) (?:dia|setmana|mes|any)|al (?:dia|mes|any)|a la setmana|als matins|als vespres|a les tardes|a les nits|entre setmana|els caps de setmana|a (?:l'estiu|l'hivern)|(?<!(?:ve|venen|vindrà|{weekday}) )per (?:esmorzar|sopar|dinar)|abans de dormir",
    time: "(?:a les? \\d[\\d:.]*(?: ?h(?:ores)?)?(?: (?:del matí|de la tarda|del vespre|de la nit))?|a les? (?:una|dues|tres|quatre|cinc|sis|set|vuit|nou|deu|onze|dotze)|al migdia|al matí|al vespre|a la tarda|a la nit),?",
    today: "avui|aquest (?:matí|vespre)|aquesta (?:tarda|nit)",
    halves: ["(?:del )?matí", "(?:de la )?(?:tarda|nit)|(?:del )?vespre"],
    clock: {
      each: "cada|tots els|totes les|diàriament|setmanalment|mensualment",
      after: ["a les? {h} i (?:un )?{n}"],
      before: ["a les? {h} menys (?:un )?{n}", "a {w} (?:de |d['’]){h}"],
      parts: "30:mitja,dos_quarts 15:quart,tres_quarts 45:un_quart",
      spans: [
        ["(?:d['’]aquí a|d['’]aquí|en|dins de|dins) (?:una )?hora i mitja", 90],
        ["(?:d['’]aquí a|d['’]aquí|en|dins de|dins) mitja hora", 30],
        ["(?:d['’]aquí a|d['’]aquí|en|dins de|dins) un parell d['’]hores", 120],
        ["(?:d['’]aquí a|d['’]aquí|en|dins de|dins|dins d['’]) ?un quart d['’]hora", 15],
        ["(?:d['’]aquí a|d['’]aquí|en|dins de|dins) {n} hor(?:a|es)", 60],
        ["(?:d['’]aquí a|d['’]aquí|en|dins de|dins) {n} minuts?", 1],
      ],
    },
    smallWeekdays: true,
    on: "el",
    weekOf: "la setmana del",
    monthOnly: ["(?:abans|fins|a partir|des) (?:del |de |d'|al |a l'){month}"],
    inMonth: "al",
    beforeYear: " de ",
  },
  lists: {
    day: "(?:dilluns|dimarts|dimecres|dijous|divendres|dissabte|diumenge|demà|avui|ahir|\\d{1,2} (?:de |d')\\p{L}+|dia \\d+|setmana que ve|setmana vinent|propera setmana|mes que ve|mes vinent|d'aquí a?)(?![\\p{L}\\p{N}])",
    someday:
      "(?:(?:al?|per|a l'|el|a (?:principis|mitjans|finals) (?:de |d')|aquest|aquesta|el proper|la propera) ?)(?:gener|febrer|març|abril|maig|juny|juliol|agost|setembre|octubre|novembre|desembre|setmana santa|nadal|cap d'any|reis|carnaval|sant joan|primavera|estiu|tardor|hivern|pont de \\p{L}+)(?: que ve)?|(?:la|el|l')? ?(?:primavera|estiu|tardor|hivern|any|curs) (?:que ve|vinent)",
    usual:
      "sempre|mai|cada|tots|totes|acostumem|acostumo|solem|normalment|de vegades|abans|va \\p{L}+[aei]r|vam|vaig \\p{L}+[aei]r|ha|hem|feia|fa",
    do: "faig servir|utilitzo|utilitzem|menjo|mengem|bec|bevem|prenc|prenem|cuino|cuinem|compro|comprem|agafo|agafem|vaig|anem|dormo|llevo|llevem|porto|portem|corro|correm|camino|treballo|treballem|llegeixo|llegim|miro|mirem|faig|fem|viatjo|viatgem|esmorzo|esmorzem|dino|dinem|sopo|sopem|jugo|juguem|nedo|nedem|entreno|entrenem|visito|visitem|quedo|quedem|truco|truquem|netejo|netegem|surto|sortim|rego|reguem|estudio|tinc|tenim|teletreballo|toco|toquem|canto|cantem|assajo|assagem|recullo|recollim|cuido|cuidem|demano|demanem|berenem|passejo|passegem",
    does: "fa servir|utilitza|menja|beu|pren|cuina|compra|agafa|va|dorm|es lleva|es desperta|porta|corre|camina|treballa|llegeix|mira|escolta|posa|tira|guarda|deixa|fa|paga|viatja|esmorza|dina|sopa|juga|neda|entrena|visita|queda|neteja|surt|condueix|rega|estudia|demana|afegeix|berena|parla|prepara|recull|treu|passeja|cuida|truca|ve",
    course:
      "(?:primer|segon|tercer|quart|cinquè|sisè|1r|2n|3r|4t|5è|6è) (?:de (?:primària|batxillerat|eso|carrera|dret|medicina|grau|infantil|l'eso|cicle)|d'(?:eso|infantil|infermeria|enginyeria|arquitectura)).*|(?:primer|segon|tercer|quart|cinquè|sisè)$|enginyeria(?! inversa).*|medicina.*|dret$|dret a .*|magisteri.*|infermeria.*|arquitectura.*|econòmiques.*|filologia.*|belles arts.*|periodisme.*|psicologia.*|batxillerat.*|l'eso.*|(?:un )?(?:màster|doctorat|grau|cicle|mòdul|curs) (?:de |d'|en ).+|(?:p[2345]|i[2345])(?: .*)?",
    colour:
      "blan(?:c|ca)|negr[ea]|blau|blava|verd[a]?|verm(?:ell|ella)|gro(?:c|ga)|gris[a]?|rosa|taronja|lila|morat|beix|marró|crema|turquesa|violeta|granat|ocre|color .+",
    role: "professora?|mestr[ea]|pediatr[ea]|entrenadora?|jardinera?|cangur|mainadera|ginecòle(?:g|ga)|ginecòloga|dermatòle(?:g|ga)|psiquiatre|psiquiatra|oculista|gestora?|assessora?|comptable|arquitecte|arquitecta|administradora?|portera?|conserge|cuidadora?|tutora?|director|directora|monitora?|instructora?|mecànic|carnissera?|fornera?|pintora?|paleta|cardiòle(?:g|ga)|neuròle(?:g|ga)|traumatòleg|llevadora|notari|notària|companya?",
    yo: "(?:jo |a mi )?",
    adv: "(?:(?:molt|moltíssim|força|especialment|sobretot|massa|gens|gaire|tant|també|sempre|més|molt més) )?",
    diet: "vegetarian[a]?.*|vegetari(?:à|ana|ans|anes).*|veg(?:à|ana|ans|anes).*|cel[ií]a(?:c|ca|cs|ques).*|pescetari(?:à|ana).*|flexitari(?:à|ana).*|abstemi.*|abstèmi.*",
    ill: "diabèti(?:c|ca).*|asmàti(?:c|ca).*|epilèpti(?:c|ca).*|hiperten(?:s|sa).*|autista.*|dislèxi(?:c|ca).*|bipolar.*|celía(?:c|ca).*",
    illness:
      "asma|diabetis.*|migrany(?:a|es)|epilèpsia|artritis|artrosi|tdah|depressió|ansietat|èczema|psoriasi|hipotiroïdisme|hipertiroïdisme|crohn|endometriosi|marcapassos|hipertensió|tensió alta|pressió alta|colesterol.*|apnea.*|acúfens|escoliosi|vertígens?|insomni|reflux|gota|anèmia|celiaquia|malaltia .+|hèrnia.*|fibromiàlgia|reuma|osteoporosi|dislèxia|càncer.*|alzheimer|parkinson|esclerosi.*|glaucoma|cataractes|autisme|rinitis.*|problemes (?:d'esquena|de genoll|de cor|de tiroide).*",
    medicine:
      "mg.*|mil·ligrams.*|pastill(?:a|es).*|comprimits?.*|gotes.*|inhalador.*|ventolin.*|insulina.*|antidepressius?.*|antihistamínics?.*|anticoagulants?.*|estatines?.*|ibuprofèn.*|paracetamol.*|aspirina.*|medicació.*|sintrom.*|eutirox.*|levotiroxina.*|metformina.*|omeprazole?.*|sertralina.*|enalapril.*|vitamina .*|ferro.*|cortisona.*|\\p{L}+(?:pril|sartan|olol|statina|oxetina|prazole?|zepam).*",
    birth: "\\d{1,2} (?:de |d').+|(?:19|20)\\d\\d.*",
    job: "(?:professor|infermer|enginyer|advocat|advocada|arquitect|forner|cuiner|cambrer|programador|dissenyador|escriptor|traductor|investigador|jardiner|pagès|pagesa|pintor|perruquer|bibliotecari|secretari|bomber|carter|director|editor|actor|actriu|cantant|ballarí|ballarina|entrenador|soldador|conductor|netejador|cuidador|historiador|empresari|funcionari|treballador|fuster|veterinari|comptable|consultor|caixer|cirurgià|cirurgiana)(?:[a]|s|es)?(?= |$)|mestr[ea]|metge|metgessa|músic|música|científi(?:c|ca)|biòle(?:g|ga)|biòloga|químic[a]?|físic[a]?|farmacèuti(?:c|ca)|psicòle(?:g|ga)|psicòloga|lampista|mecànic[a]?|fotògraf[a]?|paleta|tècni(?:c|ca)|administratiu|administrativa|filòsof[a]?|matemàtic[a]?|estudiant|periodista|dentista|terapeuta|fisioterapeuta|electricista|policia|soldat|pilot|recepcionista|dependent[a]?|economista|artista|analista|taxista|llevadora|jutge|jutgessa|notari|notària|logopeda|guia|gerent",
    tongue:
      "(?:una mica de |només |bé |molt bé )?(?:el |l')?(?:anglès|espanyol|castellà|català|francès|alemany|italià|portuguès|gallec|basc|èuscar|àrab|xinès|japonès|coreà|rus|polonès|holandès|neerlandès|suec|noruec|danès|grec|turc|romanès|ucraïnès|hindi|hebreu|llatí|valencià).*",
    kin: "fills?.*|fill(?:a|es).*|germans?.*|german(?:a|es).*|n[eé]ts?.*|nét(?:a|es).*|nebo(?:t|da|ts|des).*|bessons?.*|bessones.*|xicot[a]?.*|nòvi[a]?.*|nòvia.*|dona.*|marit.*|nens?.*|nen(?:a|es).*|cosins?.*|cosin(?:a|es).*|nadó.*|criatur(?:a|es).*",
    pet: "goss(?:os|a|et|eta|es)?.*|gos.*|gats?.*|gat(?:a|et|eta|es).*|conills?.*|hàmsters?.*|lloros?.*|canaris?.*|tortug(?:a|ues).*|cavalls?.*|eug(?:a|ues).*|gallin(?:a|es).*|peix(?:os)?.*|cobai(?:a|es).*|periquitos?.*",
    play: "guitarra.*|piano.*|violí.*|violoncel.*|bateria.*|baix.*|flauta.*|saxo.*|trompeta.*|clarinet.*|ukelele.*|acordió.*|futbol.*|tennis.*|bàsquet.*|escacs.*|pàdel.*|vòlei.*|rugbi.*|golf.*|handbol.*|hoquei.*|bàdminton.*|videojocs.*|cartes.*",
    sport:
      "ioga.*|pilates.*|natació.*|senderisme.*|escalada.*|ciclisme.*|judo.*|karate.*|boxa.*|surf.*|esquí.*|vela.*|rem.*|ball.*|ballet.*|gimnàstica.*|al gimnàs.*|atletisme.*|ceràmica.*|teatre.*|classes de .*|nedar.*|ballar.*|córrer.*|castells.*|sardanes.*",
  },
  rows,
  remember: [
    "(?:si us plau,? |sisplau,? )?(?:(?:em )?(?:pots|podries|vull que|necessito que) )?(?:recorda|remember|recordis|recordar|recorda'm|recorda't|anota|anotis|anotar|anota't|apunta|apuntis|apuntar|apunta'm|apunta't|guarda|guardar|desa|desar|memoritza|tingues en compte|tingue en compte|tenir en compte|tingues present|no oblidis|no t'oblidis(?: de)?|no et descuidis|pren nota|que no se t'oblidi|que sàpigues)(?:,? (?:si us plau|sisplau),?)? que (.+)",
    "(?:si us plau,? |sisplau,? )?(?:recorda(?: això)?|anota(?: això)?|apunta(?: això)?|apunta't|guarda(?: això)?|nota|tingues en compte|no oblidis|memoritza(?: això)?|que consti)(?: ?[:,]| -) ?(.+)",
    "(?:si us plau,? |sisplau,? )?(?:no oblidis|recorda) ((?:el meu|la meva|el|la|els|les|el nostre|la nostra) .+)",
  ],
  ended: [
    ["(?:jo )?ja no (.+)", "$1", "Ja no"],
    ["(?:jo )?(?:he deixat|vaig deixar) de (?:menjar|beure|prendre) (.+)", "menjo $1", ""],
    ["(?:jo )?(?:he deixat|vaig deixar) de treballar (.+)", "treballo $1", ""],
  ],
  habits:
    "faig_servir>fa_servir fem_servir> utilitzo>utilitza utilitzem> menjo>menja mengem> bec>beu bevem> prenc>pren prenem> cuino>cuina cuinem> compro>compra comprem> agafo>agafa agafem> vaig>va anem> dormo>dorm dormim> em_llevo>es_lleva ens_llevem> em_desperto>es_desperta em_fico>es_fica porto>porta portem> corro>corre correm> camino>camina treballo>treballa treballem> llegeixo>llegeix llegim> miro>mira mirem> escolto>escolta escoltem> poso>posa posem> guardo>guarda guardem> deixo>deixa deixem> faig>fa fem> pago>paga paguem> viatjo>viatja viatgem> esmorzo>esmorza esmorzem> sopo>sopa sopem> dino>dina dinem> afegeixo>afegeix tiro>tira tirem> jugo>juga juguem> nedo>neda entreno>entrena entrenem> visito>visita visitem> quedo>queda quedem> truco>truca truquem> netejo>neteja surto>surt sortim> condueixo>condueix rego>rega reguem> estudio>estudia començo>comença demano>demana demanem> tinc>té tenim> bereno>berena",
  habitSubject:
    "(?:(?:jo|nosaltres|a casa|(?:pel|als|al) [\\p{L}]+|(?:a les|a la) [\\p{L}]+|(?:els|cada|tots els) [\\p{L}]+(?: al [\\p{L}]+)?),? )?",
  habitAdverbs:
    "sempre|mai|mai no|normalment|gairebé sempre|gairebé mai|només|generalment|habitualment|sovint|no",
  relations:
    "sister:germana,germaneta brother:germà,germanet mother:mare,mama,la_mare,a_la_mare father:pare,papa,el_pare,al_pare wife:dona,muller,esposa husband:marit,home partner:parella girlfriend:xicota,nòvia boyfriend:xicot,nòvio fiance:promès,promesa son:fill,nen,el_nen daughter:filla,nena,la_nena children:fills,filles,nens,els_nens,les_nenes twins:bessons,bessones,els_bessons,les_bessones sisters:germanes brothers:germans cousins:cosins,cosines friends:amics,amigues grandparents:avis,iaios parents_in_law:sogres grandchildren:néts,nets youngest:petita,petit,la_petita,el_petit eldest:gran,la_gran,el_gran middle_child:mitjana,mitjà guests:convidats,els_convidats,un_dels_convidats,una_de_les_convidades guest:convidat,convidada,un_convidat,una_convidada,el_convidat baby:bebè,nadó parents:pares grandmother:àvia,iaia,padrina,l'àvia,la_iaia grandfather:avi,iaio,padrí,l'avi aunt:tia,tieta,la_tieta uncle:oncle,tiet,el_tiet cousin:cosí,cosina nephew:nebot niece:neboda grandson:net,nét granddaughter:neta,néta mother_in_law:sogra father_in_law:sogre brother_in_law:cunyat sister_in_law:cunyada friend:amic,amiga neighbour:veí,veïna,veïns,veïnes,el_veí,la_veïna,els_veïns,les_veïnes flatmate:company_de_pis,companya_de_pis boss:cap,jefe,jefa colleague:company,companya,company_de_feina,companya_de_feina teacher:professor,professora,mestra,mestre dog:gos,gossa,gosset,el_gos,la_gossa cat:gat,gata,gatet,el_gat,la_gata pet:mascota rabbit:conill parrot:lloro horse:cavall,euga tortoise:tortuga doctor:metge,metgessa,doctora dentist:dentista landlord:propietari,propietària twin:bessó,bessona",
  slots:
    "class:classe,grup_classe name:nom,nom_complet birthday:aniversari,data_de_naixement,fa_anys,fan_anys,compleix_anys,fa_els_anys home_address:adreça,domicili phone:telèfon,número_de_telèfon,mòbil,número_de_mòbil email:correu,correu_electrònic,email,e-mail id_number:dni,nie,número_de_passaport,número_de_la_seguretat_social employer:empresa job:feina,professió,ofici salary:sou,salari blood_type:grup_sanguini shoe_size:número_de_peu,número_de_sabata,talla_de_sabata,talla_de_peu shirt_size:talla_de_camisa,talla_de_samarreta trouser_size:talla_de_pantaló ring_size:talla_d'anell clothes_size:talla height:alçada weight:pes car:cotxe bike:bici,bicicleta licence_plate:matrícula wifi_name:nom_del_wifi,nom_de_la_wifi,xarxa_wifi,wifi anniversary:aniversari_de_casament,aniversari_de_noces boss:cap,jefe,jefa doctor:metge,metgessa,metge_de_capçalera dentist:dentista star_sign:signe,signe_del_zodíac mother_tongue:llengua_materna hometown:poble_natal,ciutat_natal postcode:codi_postal locker_number:número_de_taquilla,taquilla member_number:número_de_soci,número_de_sòcia insurance_number:número_de_pòlissa,pòlissa hobby:afició,hobby school:escola university:universitat team:equip vet:veterinari,veterinària plumber:lampista electrician:electricista hairdresser:perruquer,perruquera physio:fisio,fisioterapeuta lawyer:advocat,advocada babysitter:cangur landlord:propietari,propietària teacher:professor,professora,mestra,tutora therapist:psicòleg,psicòloga saints_day:sant nationality:nacionalitat room:habitació seat:seient parking_spot:plaça_de_garatge,plaça_de_pàrquing,plaça_d'aparcament emergency_contact:contacte_d'emergència customer_number:número_de_client,codi_de_client reservation_code:codi_de_reserva,localitzador,número_de_reserva username:nom_d'usuari,usuari",
  secrets:
    "wifi_password:contrasenya_del_wifi,contrasenya_de_la_wifi,clau_del_wifi,clau_de_la_wifi,contrasenya_wifi password:contrasenya pin:pin,codi_pin card_number:número_de_targeta,targeta_de_crèdit,número_de_la_targeta cvv:cvv,codi_de_seguretat alarm_code:codi_de_l'alarma,codi_d'alarma,clau_de_l'alarma door_code:codi_de_la_porta,codi_del_portal,codi_del_garatge safe_code:combinació_de_la_caixa_forta,codi_de_la_caixa_forta bank_account:iban,número_de_compte,compte_bancari",
  nouns:
    "colour:color food:menjar,aliment dish:plat film:pel·lícula,peli book:llibre song:cançó band:grup,banda singer:cantant music:música author:autor,autora,escriptor,escriptora city:ciutat country:país season:estació animal:animal fruit:fruita drink:beguda wine:vi tea:te coffee:cafè sport:esport team:equip restaurant:restaurant game:joc series:sèrie place:lloc dessert:postres cake:pastís pizza:pizza ice_cream:gelat flower:flor number:número day:dia spare_key:clau_de_recanvi,claus_de_recanvi,còpia_de_la_clau,còpia_de_les_claus,clau_de_reserva keys:claus,clau passport:passaport,passaports first_aid_kit:farmaciola documents:documents,papers toolbox:caixa_d'eines tools:eines charger:carregador torch:llanterna,lot car_papers:papers_del_cotxe umbrella:paraigua suitcase:maleta,maletes",
  my: "(?:a )?(?:el meu|la meva|els meus|les meves|el nostre|la nostra|els nostres|les nostres)|als? (?:meus?|nostres?)|(?:a )?(?:la|el)s? (?:meua|meues|meves)|ma|mon",
  the: "el|la|l'|els|les|un|una",
  owned: [
    "(?:{my}) (?<rel>{relation})(?: en| na| la| l')? ?(?<owner>{name}) (?<slot>fan? (?:els )?anys|compleix anys)(?: el| l')? ?(?<o>\\d{1,2} (?:de |d').+|dia \\d.*|(?:al |a l')\\p{L}+)",
    "(?:(?:{my}|el|la|els) |l')(?<rel>{relation})(?: (?:gran|petita?|(?:en |la |l')?{name}))? (?<slot>fan? (?:els )?anys|compleix anys)(?: el| l')? ?(?<o>\\d{1,2} (?:de |d').+|dia \\d.*|(?:al |a l')\\p{L}+)",
    "(?:en |na |la |l'|el )?(?<owner>{name}) (?<slot>fa (?:els )?anys|compleix anys)(?: el| l')? ?(?<o>\\d{1,2} (?:de |d').+|dia \\d.*)",
    "(?:el |l')?(?<o>\\d{1,2} (?:de |d')\\p{L}+) (?:és|serà|celebrem) (?:el |l')(?<slot>aniversari|sant) (?:(?:de |d')(?:{my})|(?:de |d')?(?:la|el|l')|del meu|del) ?(?<rel>{relation})(?: {name})?",
    "(?:el |l')?(?<o>\\d{1,2} (?:de |d')\\p{L}+) (?:és|serà|celebrem) (?:el |l')(?<slot>aniversari|sant) (?:de |d'|del )(?:la |el |en |l')?(?<owner>{name})",
    "(?:el |l')?(?<o>\\d{1,2} (?:de |d')\\p{L}+) (?:és|celebrem) (?:{my}) (?<slot>aniversari de casament|aniversari|sant)",
    "(?:(?:{my}|el|la)(?: nou| nova)? |l')(?<slot>{slot})(?: nou| nova| actual)?(?:,? (?:apunta|anota|guarda)[\\p{L}'-]+)?,?(?: és| són| es diu| ara és|:| =)(?: el| ara)?(?: la| el| en)?(?: doctora?| dra| dr| senyora?)?(?= ) (?<o>.+)",
    "(?:(?:el|la) |l')(?<slot>{slot}) (?:del |de |d')(?:la |el |l'|en |na )?(?<owner>{name}) (?:és|són|es diu)(?: el)? (?<o>.+)",
    "(?:(?:el|la) |l')(?<slot>{slot}) (?:de |d')?(?:{my}) (?<rel>{relation})(?: (?<owner>{name}))? (?:és|són)(?: el)? (?<o>.+)",
    "(?:(?:el|la) |l')(?<slot>{slot}) del meu (?<rel>{relation})(?: (?<owner>{name}))? (?:és|són)(?: el)? (?<o>.+)",
    "(?:(?:{my}|el|la) |l')(?<slot>{slot}) (?:del?|per|de la|d') ?.{2,40}? és (?<o>.+)",
    "(?:faig servir|calço) (?:el |la |un )?(?<slot>talla|número de peu) (?<o>.+)",
  ],
  favourite: [
    "(?:{my}) (?<noun>[\\p{L}·]+(?: de [\\p{L}]+)?) (?:preferi(?:t|da|ts|des)|favorit(?:a|s|es)?)(?: de tots els temps)? (?:és|són|sempre ha estat|continua sent) (?<o>.+)",
    "(?<o>.+) és (?:{my}) (?<noun>[\\p{L}·]+) (?:preferi(?:t|da)|favorit[a]?)",
  ],
  places: [
    "(?:(?:el|la|els|les|el meu|la meva) |l')(?!{appointment})(?<thing>[\\p{L}']+(?: [\\p{L}']+){0,4}?),? (?:(?:la|el|les|els) té|les tenen) (?<o>(?:(?:la|el|en|na) |l')?(?:meva |nostra |meu |nostre )?[\\p{L}·-]+(?: [\\p{L}·-]+){0,2})",
    "(?:(?:el|la|els|les|el meu|la meva) |l')(?<thing>(?:claus?|còpia|passaports?)(?: [\\p{L}']+){0,4}?) (?:és|són|està|estan) (?<o>a (?:casa (?:de |d'|del ).+|cal .+|ca (?:la |l').+))",
    "(?:(?:el|la|els|les|el meu|la meva|els meus|les meves|el nostre|la nostra) |l')(?<thing>[\\p{L}']+(?: [\\p{L}']+){0,5}?) (?:és|està|són|estan|es guarda|es guarden|va|van)(?: sempre| ara| guarda(?:t|da|des|ts)| amaga(?:t|da|des|ts))? (?<o>(?:a sota|sota|a dins|dins|a sobre|sobre|damunt|darrere|al darrere|al costat|a|al|entre) ?(?:de |del |d')?(?:el |la |l'|els |les |un |una |meu )?(?:armari|calaix|caixa|test|maceta|prestatge|carpeta|nevera|rebost|garatge|traster|golfes|soterrani|cuina|bany|entrada|rebedor|porta|escala|taula|llit|maleta|motxilla|bossa|guantera|pot|gerro|estora|estoreta|menjador|despatx|habitació|balcó|terrassa|jardí|caixó|moble|lleixa|penjador|paret|quadre|pica|rentadora|televisor|tele|moto|cotxe|bústia|capsa|llibreria|sofà|cadira|finestra|comptador|veí|veïna|oficina|feina)\\b.*)",
    "(?:jo )?(?:guardo|guardem|amago|amaguem|tinc|tenim|he (?:guardat|deixat|posat|amagat|desat)|hem (?:guardat|deixat|posat|amagat|desat)|deixo|deixem|deso|desem) (?:(?:el|la|els|les|el meu|la meva) |l')(?<thing>[\\p{L}']+(?: [\\p{L}']+){0,5}?) (?<o>(?:a|al|als|en|dins|dins de|sota|a sota|darrere|sobre|damunt|al costat) (?:de |del |d')?(?:el |la |l'|els |les |un |una )?[\\p{L}].+)",
  ],
  passing:
    "secret|solució|causa|culpable|motiu|clau per|gos|gat|nens?|nena|nadó|gent|sopa|sopar|dinar|menjar|problema|temps|notícia|fill[a]?|dona|marit|mare|pare|germà|germana|cap|pregunta|resposta|cosa|pel·lícula|idea|reunió|tren|autobús|aigua|roba|cafè|llum|sol|lluna|pilota|partit|home|noi|noia|trànsit|casa|música|ràdio|tele|història|error|amor|truc|vida",
  chain: [
    "(?:la |el |l'|en |na )?(?<owner>[\\p{L}·-]+), (?:el|la|els|les) (?<rel>{relation}) (?:(?:de |d')(?:{my})|del meu|del nostre) (?<a>{relation}),",
    "(?:la |el |l'|en |na )?(?<owner>[\\p{L}·-]+), (?:(?:{my})|el|la) (?<rel>{relation}),",
    "(?:el|la|els|les) (?<rel>{relation}) (?:de |d')?(?:{my}) (?<a>{relation})",
    "(?:el|la|els|les) (?<rel>{relation}) del (?:meu|nostre) (?<a>{relation})",
    "(?<rel>{relation}) (?:de |d')(?:{my}) (?<a>{relation})(?: (?!(?:es|té|tenen|és|són|viu|viuen|treballa|estudia|està|va|ha|no|li|els|ja|juga|fa|toca|parla|pren|sempre|mai) )[\\p{L}-]+(?= )){0,2}",
    "(?:(?:el|la) )?(?<rel>{relation}) (?:de |d'|del )(?:la |el |l'|en )?(?<owner>[\\p{L}·-]+)",
  ],
  nameArticle: "(?:a )?(?:la |el |l'|en |na )|a |al ",
  adjectives:
    "gran|petit|petita|bess(?:ó|ona)|millor|nou|nova|vell|vella|ex|mitjà|mitjana|de dalt|de baix|del costat|del davant|de la feina|del (?:primer|segon|tercer|quart|cinquè|sisè|àtic|principal)",
  bare: "(?:a )?(?:la mare|el pare|l'àvia|l'avi|la iaia|l'iaio|la tieta|el tiet)|(?:al |a la |als |a les )?(?:mama|papa)|(?:a )?(?:el|la|els|les|l'|al|als) ?(?:veí|veïn[as]|veïnes|nens?|nen(?:a|es)|petits?|petit(?:a|es)|bess(?:ó|ona|ons|ones)|goss?[ae]?|gossa|gat[a]?)|un[a]? (?:dels|de les) convida(?:ts|des)|(?:els|les|l') ?convida(?:ts|des|t|da)|un[a]? convida(?:t|da)",
  pronouns: "ell|ella",
  possessed: [
    "(?:la seva|el seu|els seus|les seves|la seua) (?<rel>{relation}|{slot})",
    "{rel} de {owner}",
  ],
  reordered: [
    [
      "(.{3,60}?) (?:s'ha (?:canviat|mogut|passat|ajornat|endarrerit|avançat)|ha (?:canviat|passat)|passa) (?:del? .{3,20} )?(?:al |a |per al |per a )((?:{weekday}|\\d).*)",
      "$1 és $2",
    ],
    [
      "(.{3,60}?) (?:s'ha (?:canviat|mogut|passat)|ha (?:canviat|passat)|ara passa|passa) (?:als|a els) ((?:{weekday})s?.*)",
      "$1 és els $2",
    ],
  ],
  mine: "\\p{L}+(?:r|re)(?:-me|-nos|'ns|'m)|jo|meu|meva|meus|meves|em|me|m'\\p{L}+|mi|ens|nosaltres|nostre|nostra|nostres",
  dangling:
    "(?:això|allò|aquest|aquesta|aquests|aquestes|aquell|aquella|el que|la que|els que|les que|tu|teu|teva|el teu|la teva|com|que et|així|molt|moltíssim|força|poc|res|gens|alguna cosa|tot|tots|totes|ambdós|el primer|la primera|el segon|la segona|l'últim|l'última|l'opció|la idea|saber(?:-ho)?|veure-ho|sentir-ho|aquí|allà|també|més|massa|d'acord|segur[a]?|llest[a]?|bé|malament)(?= |$|[,.])",
  plan: {
    first:
      "(?:jo |nosaltres )?(?:ja |també |em |ens )?(?:(?:he|hem|haig|vull|volem) (?:de |d')?(?!compr|posar|fer la compra)\\p{L}+(?:ar|er|ir|re)(?:-\\p{L}+)?|tinc|tenim|vaig(?! \\p{L}+[aei]r\\b)|anem|volo|volem|surto|sortim|viatjo|viatgem|quedo|quedem|he quedat|hem quedat|començo|comencem|mudo|mudem|venen?|ve|casem|caso|operen|toca|arriba|aniré|anirem|tindré|tindrem|celebro|celebrem|sopo|sopem|dino|dinem|reuneixo|reunim|visito|visitem|veig|veiem|torno|tornem|arribo|arribem|recullo|recollim|signo|signem|presento|presentem|entrego|examino|corro|actuo|toquem|estaré|estarem|estic de (?:vacances|viatge|baixa|festa)|estem de vacances|faig|fem|hi ha|entrevisten|porten|instal·len|arreglen|canvien|ens n'anem|me'n vaig|(?:és|són|serà|celebrem) (?:el |la |l'|els |les |el meu |la meva )?(?:{appointment})|ens n'anem|\\p{L}+(?:aré|eré|iré|arem|erem|irem))",
    third:
      "(?:és|serà|són|ve|venen|arriba|arriben|comença|comencen|surt|surten|torna|tornen|es casen?|es casa|ens visiten?|ens visita|té|tenen|va(?! \\p{L}+[aei]r\\b)|van(?! \\p{L}+[aei]r\\b)|vola|actua|toca|caduca|venç|acaba|tanca|obre|es muda|hi ha|fa|vindrà|arribarà|tindrà)",
    bare: "(?:ja |també |demà )?(?:ve|venen|arriba|arriben)",
    past: "ahir|era|vaig \\p{L}+(?:ar|er|ir|re)|va \\p{L}+(?:ar|er|ir|re)|vam \\p{L}+(?:ar|er|ir|re)|van \\p{L}+(?:ar|er|ir|re)|(?<!demà )passat|passada|fa \\S+ (?:dies?|setman(?:a|es)|mesos|anys)|havia|ha (?!quedat)\\p{L}+t|he (?!quedat)\\p{L}+t|hem (?!quedat)\\p{L}+t|estava|tenia|anit",
    have: "(?:jo )?(?:tinc|tenim) (?!que |de )(?:un |una |el |la |l'|el meu |la meva |hora amb el |hora amb la |hora al |hora a la |visita al |visita amb el |cita amb el )?",
    appointments:
      "dentist:dentista doctor:metge,metgessa,doctora exam:examen interview:entrevista,entrevista_de_feina wedding:casament,boda driving_test:examen_de_conduir flight:vol surgery:operació,cirurgia meeting:reunió hairdresser:perruqueria,perruquer,perruquera vet:veterinari concert:concert party:festa birthday_party:festa_d'aniversari dinner:sopar lunch:dinar trip:viatge holiday:vacances deadline:termini physio:fisio,fisioterapeuta appointment:cita,visita checkup:revisió blood_test:anàlisi,analítica presentation:presentació rehearsal:assaig funeral:funeral,enterrament baptism:bateig graduation:graduació itv:itv plumber:lampista electrician:electricista optician:òptica,oculista marathon:marató,mitja_marató",
    you: "ens veiem$|tu|et|te|teu|teva|amb tu|recorda'm|alarma|temporitzador|t'\\p{L}+",
  },
  regular:
    "(?:(?:el|la|els|les|el meu|la meva|el nostre|la nostra) |l')(?:[\\p{L}·']+ ){1,5}?(?:(?:és|són)(?! (?:molt |tan |un |una |el pitjor|horrib|genial|insuport|fatal|el meu |la meva ))|obre|obren|tanca|tanquen|surt|surten|comença|passa|passen|ve|venen|costa|té|es recull|recullen|es treu|assaja|reparteix)",
  measures:
    "(?:(?:el|la|els|les|el meu|la meva|el nostre|la nostra) |l')(?:[\\p{L}·']+ ){1,5}?(?:costa|costen|pesa|pesen|mesura|fa|cobra|hi caben|necessita|necessiten|triga|caduca|venç|consumeix)",
  connectors: "i|però|així que|perquè|tot i que|encara que|i a més|i també|ni|mentre que|i que",
  elided: "",
  youToI: [
    ["ets", "sóc"],
    ["tens", "tinc"],
    ["vius", "visc"],
    ["treballes", "treballo"],
    ["prefereixes", "prefereixo"],
    ["t'estimes més", "m'estimo més"],
    ["t'agrada", "m'agrada"],
    ["t'agraden", "m'agraden"],
    ["odies", "odio"],
    ["et dius", "em dic"],
    ["teu", "meu"],
    ["teva", "meva"],
  ],
  mood: {
    good: "genial|feliç|content[a]?|encanta|meravellós|excel·lent|gràcies|perfecte|fantàstic|alegr[ei]|il·lusió|bé",
    bad: "trist[a]?|enfada(?:t|da)|terrible|horrible|odio|preocupa(?:t|da)|malament|fatal|males notícies|estressa(?:t|da)|decebu(?:t|da)|fa mal|trencat|por|va morir",
  },
};
