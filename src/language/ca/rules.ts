import type { LanguageRules } from "../types/rules.ts";

/** How statements are read in Catalan. */
export const rules: LanguageRules = {
  code: "ca",
  capitalNouns: false,
  words:
    "vine passa espera mira escolta digues vinga para el la els les l un una uns unes de del dels d al als a en i o que amb per sense sobre entre des fins si no sí ni és són està estan sóc soc ets era ser estar estic he has ha hem han hi ha tinc té tenim jo tu ell ella nosaltres ells em et es ens us li ho m t s n meu meva meus meves teu teva seu seva nostre nostra nostres aquest aquesta això aquell aquella molt més menys també tampoc ja sempre mai però perquè com quan on qui què quin quina tot tota tots totes cada altre altra visc viu viuen treballo treballa agrada agraden encanta encanten odio prefereixo vull vaig va vam anem dic diu nascut estudio parlo faig fa fem ús menjo bec recorda apunta oblidis avui demà ahir ara aquí allà millor res bé malament dos dues tres mi anys dia al·lèrgica al·lèrgic tothom ningú algú gent germana germà doncs hem decidit",
  markers: {
    fillers:
      "ara(?= (?:tinc|tenim|condueixo|té) un)|bé|doncs|escolta|mira|a veure|d'acord|vale|val|eh+|mmm+|ah|oh|ai|hola|bones|bon dia|bona tarda|bona nit|per cert|a més|també(?= )|i|o sigui|és que|la veritat(?: és que)?|sincerament|en fi|total|clar|sí|perfecte|genial|gràcies|ok|okay|aleshores|llavors|així que|que sàpigues que|perquè ho sàpigues|com et (?:deia|vaig dir)|t'explico|et comento(?: que)?|volia (?:dir-te|explicar-te)(?: que)?|vull que sàpigues que|resumint|de fet|una altra cosa|una cosa|ah,? i|perquè|però|sobretot|personalment|per sort|per desgràcia|saps què|important|molt important|(?:segons )?(?:el|la|l'|el meu |la meva )?(?: ?)(?:metge|metgessa|doctora?|al·lergòleg|al·lergòloga|dermatòleg|dermatòloga|nutricionista|dentista|ginecòloga|endocrí)(?: (?:diu|creu|m'ha dit|em va dir|m'ha confirmat) que|,)|(?:m'(?:han|acaben de) (?:dit|dir|confirmat|confirmar)|les anàlisis diuen|em van dir|em van confirmar|resulta)(?: (?:al metge|a l'hospital|al CAP))? que(?= (?:sóc|soc|tinc|estic|no puc|el meu \\p{L}+ (?:és|té)|la meva \\p{L}+ (?:és|té)) )|t'he de dir que|he de dir(?:-te)? que|home|vinga",
    tails:
      "si us plau|sisplau|gràcies|saps|vale|val|eh|ja ho saps|clar|per cert|la veritat|de veritat|haha+|jaja+|i tot això|ok|oi tant",
    material:
      "(?:si us plau,? |sisplau,? )?(?:(?:em )?(?:pots|podries) )?(?:tradueix|tradueix-me|traduir|corregeix|corregeix-me|corregir|resumeix|resumeix-me|resumir|reescriu|reescriure|escriu|escriu-me|escriure|redacta|redacta'm|redactar|explica'm un|fes veure|imagina|imagina't|suposem|fem veure|fem com|actua com|ara ets|en la meva (?:novel·la|història)|a la meva (?:novel·la|història)|al meu (?:llibre|conte|somni)|en (?:la|el|aquesta|aquest) (?:novel·la|conte|cançó|pel·lícula|joc|història)|el meu personatge|el protagonista|hi havia una vegada|vet aquí|aquí (?:tens|va|hi ha) (?:un|el|la|una|el meu) (?:text|correu|missatge|carta|article|error|codi)|la (?:cançó|lletra|carta) diu|com es diu en|què vol dir|benvolgu(?:t|da|ts|des))",
    takeBack:
      "(?:no,? |ah,? |espera,? |bé,? |perdona,? |millor |ai,? )*(?:oblida(?:-ho|-te'n|'t)?(?: d'això)?(?: això| el que he dit| el que t'he dit)?(?=[ ,.]*$|,|\\.)|deixa-ho(?: estar| córrer)?|tant és|és igual(?=[ ,.]*$|,)|no hi fa res|res,? (?:oblida-ho|deixa-ho)|és (?:una )?broma|era (?:una )?broma|ho retiro|retiro el que he dit|no era veritat|això no|esborra això|no he dit res|oblida (?:això|el que he dit))",
    offRecord:
      "no (?:guardis|recordis|apuntis|anotis|registris|memoritzis|gravis|desis) (?:això|res|el que)|això no ho (?:guardis|apuntis|anotis|recordis|registris|escriguis|desis)|que quedi entre (?:nosaltres|tu i jo)|entre (?:nosaltres|tu i jo)|no ho (?:apuntis|guardis|anotis|registris|escriguis|desis|recordis)|off the record|no cal que ho (?:apuntis|guardis|anotis)",
    forget:
      "(?:(?:si us plau|sisplau),? |(?:pots|podries|vull que|voldria que|necessito que|ja pots|hauries de) )*(?:oblida(?:'t|u|r)?|oblidis|oblidi|oblida't|(?:esborra|elimina|treu) (?:que|el que|la nota|el record))",
    correction:
      "(?:no,? |ah,? |ai,? |oh,? |ui,? |espera,? |perdó,? |perdona,? |bé,? )*(?:en realitat(?: no(?= ?[,.:;…–-]))?|de fet(?= és)|no(?= ?[,.:;…–-])|perdó|perdona|espera|més ben dit|millor dit|volia dir|vull dir|rectifico|corregeixo|m'he equivocat|error|(?:això )?ja no és (?:veritat|així|cert)|això no és (?:veritat|així|cert|correcte)|ha canviat|canvi de plans?|he canviat d'(?:idea|opinió)|hem canviat (?:d'idea|d'opinió|de plans)|al final no,?)(?:[ ,.:;-]+(?:en realitat|volia dir|vull dir|és(?= (?:el|a|en|la|dill|dim|dij|div|dis|diu|\\d))|era|serà|perdó|millor|sinó))*",
    keep: "(?:i |vale,? |sí,? |si us plau,? )*(?:recorda-ho|apunta-ho|apunta-t'ho|anota-ho|guarda-ho|desa-ho|no ho oblidis|no te n'oblidis|recorda això|apunta això|anota això|guarda això|pren nota|tingues-ho en compte|tingue-ho en compte)(?: si us plau)?",
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
  remember: [
    "(?:si us plau,? |sisplau,? )?(?:(?:em )?(?:pots|podries|vull que|necessito que) )?(?:recorda|remember|recordis|recordar|recorda'm|recorda't|anota|anotis|anotar|anota't|apunta|apuntis|apuntar|apunta'm|apunta't|guarda|guardar|desa|desar|memoritza|tingues en compte|tingue en compte|tenir en compte|tingues present|no oblidis|no t'oblidis(?: de)?|no et descuidis|pren nota|que no se t'oblidi|que sàpigues)(?:,? (?:si us plau|sisplau),?)? que (.+)",
    "(?:si us plau,? |sisplau,? )?(?:recorda(?: això)?|anota(?: això)?|apunta(?: això)?|apunta't|guarda(?: això)?|nota|tingues en compte|no oblidis|memoritza(?: això)?|que consti)(?: ?[:,]| -) ?(.+)",
    "(?:si us plau,? |sisplau,? )?(?:no oblidis|recorda) ((?:el meu|la meva|el|la|els|les|el nostre|la nostra) .+)",
  ],
  relations:
    "germana germaneta germà germanet mare mama la_mare a_la_mare pare papa el_pare al_pare dona muller esposa marit home parella xicota nòvia xicot nòvio promès promesa fill nen el_nen filla nena la_nena fills filles nens els_nens les_nenes bessons bessones els_bessons les_bessones germanes germans cosins cosines amics amigues avis iaios sogres néts nets petita petit la_petita el_petit gran la_gran el_gran mitjana mitjà convidats els_convidats un_dels_convidats una_de_les_convidades convidat convidada un_convidat una_convidada el_convidat bebè nadó pares àvia iaia padrina l'àvia la_iaia avi iaio padrí l'avi tia tieta la_tieta oncle tiet el_tiet cosí cosina nebot neboda net nét neta néta sogra sogre cunyat cunyada amic amiga veí veïna veïns veïnes el_veí la_veïna els_veïns les_veïnes company_de_pis companya_de_pis cap jefe jefa company companya company_de_feina companya_de_feina professor professora mestra mestre gos gossa gosset el_gos la_gossa gat gata gatet el_gat la_gata mascota conill lloro cavall euga tortuga metge metgessa doctora dentista propietari propietària bessó bessona",
  my: "(?:a )?(?:el meu|la meva|els meus|les meves|el nostre|la nostra|els nostres|les nostres)|als? (?:meus?|nostres?)|(?:a )?(?:la|el)s? (?:meua|meues|meves)|ma|mon",
  the: "el|la|l'|els|les|un|una",
  pronouns: "ell|ella|el seu|la seva",
  mine: "\\p{L}+(?:r|re)(?:-me|-nos|'ns|'m)|jo|meu|meva|meus|meves|em|me|m'\\p{L}+|mi|ens|nosaltres|nostre|nostra|nostres",
  past: "ahir|era|vaig \\p{L}+(?:ar|er|ir|re)|va \\p{L}+(?:ar|er|ir|re)|vam \\p{L}+(?:ar|er|ir|re)|van \\p{L}+(?:ar|er|ir|re)|(?<!demà )passat|passada|fa \\S+ (?:dies?|setman(?:a|es)|mesos|anys)|havia|ha (?!quedat)\\p{L}+t|he (?!quedat)\\p{L}+t|hem (?!quedat)\\p{L}+t|estava|tenia|anit",
  connectors: "i|però|així que|perquè|tot i que|encara que|i a més|i també|ni|mentre que|i que",
};
