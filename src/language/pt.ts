import type { Language } from "./language.ts";

/** Portuguese. */
export const pt: Language = {
  code: "pt",
  commonWords: `o a os as de do da dos das e em com que quem quando onde como por é são foi tem tenho não mais muito uma um lhe nos
    nós meu minha ao à este esta qual seu sua se no na para está estão me sem até desde já sempre nunca depois antes
    também ser eu ele ela nossa seus toda cada vai`,
  wordEndings:
    "am ão ei ou nha nho ira iro ámos ço lho dade ões lha eia agem ário ês sso ção ções ãe",
  markerWords: `não são você obrigado obrigada muito amanhã hoje ontem eu minha isso isto estou tenho quero gosto às então pão ele
    ela onde bom boa noite fazer faz vou pode lembra lembre ao nós já só até depois uma acenda desligue ligue`,
  languageRequest: `(?:fala|fale|responde|continua|falemos)(?: comigo)? em NAME
    | (?:(?:podemos|vamos) )?(?:falar|responder)(?: comigo)?(?: em)? NAME | quero que fales(?: em)? NAME
    | (?:muda|mude|passa) (?:para o|para|ao) NAME`,
  stopWords: `é são foi foram era eram ser está estão estava tem tenho temos ter há onde quanto quantos porque mais
    o a os as no na isso fazer faz nas tema temas assunto tudo mim alguem alguma coisa`,
  accents: "áâãéêíóõúç",
  months:
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
  weekdays: `segunda-feira,segunda terça-feira,terça quarta-feira,quarta quinta-feira,quinta sexta-feira,sexta
    sábado,sabado domingo`,
  numbers: `um,uma dois,duas,um_par_de três quatro cinco seis sete oito nove dez onze doze treze catorze quinze
    dezasseis,dezesseis dezassete,dezessete dezoito dezanove,dezenove vinte`,
  moreNumbers: `trinta 30 quarenta 40 cinquenta 50 sessenta 60 setenta 70 oitenta 80 noventa 90 cem 100 mil 1000 cento
    100 duzentos 200 trezentos 300 quatrocentos 400 quinhentos 500 seiscentos 600 setecentos 700 oitocentos 800
    novecentos 900`,
  before: "antes",
  asksWhen: "quando|quanto tempo|que dia|em que (?:dia|ano|mes|data)",
  timeWords: "ontem hoje amanha atras",
  askingWords: "diz dizer sabes sabe lembras lembra tipo coisa coisas algo",
  vague: "prefere gosta quer precisa vem faz leva bom boa melhor novo nova vezes",
  kin: "mae pai irmao irma filho filha avo sobrinho sobrinha",
  fillers: `bem | bom | pois | olha | olhe | ora | então | eh+ | hum+ | ah | oh | ai | olá | oi | bom dia
      | boa (?:tarde|noite) | já agora | aliás | e | ou seja | é que | claro | sim | obrigad[oa] | ok | tá
      | portanto | por isso | porque | mas | por favor`,
  asking:
    "por favor | se faz favor | agora | (?:você |me )?(?:podes?|podias|poderias)(?: me)? | quero que | preciso que",
  statements: {
    corrections: `não, | na verdade | desculpa | desculpe | espera | queria dizer | quero dizer
      | digo | corrijo | enganei-me | me enganei | afinal não`,
    material: `traduz | corrige | resume | imagina | imagine | suponhamos | faz de conta | era uma vez
      | (?:no meu|na minha|n[oa]|nest[ea]) (?:romance|livro|conto|sonho|música|canção|filme|jogo|história)`,
    takeBack: `esque[cç][ea](?: isso| lá| o que (?:eu )?disse)?(?=$|[,.!:;]| -) | deixa (?:isso|lá|estar|para lá) | não importa
      | tanto faz | (?:é|era) (?:uma )?brincadeira | (?:estou|estava) (?:a brincar|brincando) | retiro o que (?:eu )?disse
      | apaga isso`,
    offRecord: `não (?:o )?(?:guardes?|lembres|apontes|anotes?|registr?es?|graves?)(?! que) | (?:fica |só )?entre nós
      | isto não é para (?:guardar|anotar) | off the record`,
    forget: "esque[cç](?:e|er|a|as)(?:-te|-se)? | (?:apaga|apague|elimina|remove) (?:que|o que)",
    offer:
      "(?:quer(?:es)? que (?:eu )?|posso |devo )(?:apont|anot|guard|lembr|regist|registr)(?:e|ar)(?: de)?(?: que)?",
    subjects: "\\p{L}+-(?:me|nos) | eu | o | a | os | as | um | uma | me | nós",
    my: "(?:[oa]s? )?(?:meus?|minhas?|noss[oa]s?)",
    pronouns: "ele | ela",
    past: `ontem | foi | fui | fomos | era | estive | esteve | tive | teve | fiz | fez | vi | veio | disse | saí | comi | comprei
      | cheguei | comecei | gostei | havia | tinha | passad[oa] | \\p{L}{3,}ou | \\p{L}{2,}(?:aram|eram|iram)
      | há \\S+ (?:dias?|semanas?|meses|anos?)`,
    connectors: "e | mas | por isso | porque | embora | nem | enquanto",
    each: `cada | todos os | todas as | tod[oa] {weekday} | à (?:segunda|terça|quarta|quinta|sexta)(?:-feira)?
      | ao (?:sábado|domingo) | [àa]o?s (?:{weekday})s | (?:por|ao|à) (?:dia|semana|mês|ano)`,
  },
  days: {
    inWords: `primeiro,um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis,dezesseis
      dezassete,dezessete dezoito dezanove,dezenove vinte vinte_e_um vinte_e_dois vinte_e_três vinte_e_quatro vinte_e_cinco
      vinte_e_seis vinte_e_sete vinte_e_oito vinte_e_nove trinta trinta_e_um`,
    seasons: "primavera verão outono",
    on: "em",
    in: "em",
    weekOf: "na semana de",
    units: "dia,dias semana,semanas mês,meses ano,anos",
    table: `
      date: (?:no |a |em )?(?:{wd},? )?(?:dia )?{d} de {month}(?:,? (?:de )?{y})?
      day: (?:no )?dia {d}
      +2d: depois de amanhã
      -2d: anteontem|antes de ontem
      +1d: amanhã
      -1d: ontem
      +n: (?:daqui a|dentro de|em) {n} {unit}
      -n: há (?:uns )?{n} {unit}
      +: (?:n[ao] )?{wd} da (?:semana que vem|próxima semana)|(?:n[ao] )?{span} que vem|(?:n[ao] |para a )?próxim[oa] {span}
      -: (?:n[ao] )?(?:{wd}|{span}|{month}) passad[oa]|(?:n[ao] )?passad[oa] {wd}|passado mês de {month}|lá para {month}
      =: (?:n[ao] |n?est[ae] )?(?:próxim[oa] )?{wd}(?! (?:gaveta|prateleira|porta|rua|casa|vez|parte|fila|classe|aula))(?: que vem| próxim[oa])?
      =: (?:em|antes de|até|desde) {month}(?! (?:de )?\\d)|n?est[ea] {season}`,
  },
  courtesy: {
    thanks: "obrigad[oa]s?|valeu",
    goodbye: "tchau|ate (?:logo|amanha|breve)|adeus",
    greeting:
      "ola|oi|bom dia|boa (?:tarde|noite)|como (?:estas|esta|vais|vai)|tudo bem(?: contigo)?",
  },
  chatter: "ja sim nao otimo perfeito certo entendi bom tudo muito ajuda hoje nada isso pela tua",
  agreements: "sim isso exato certo",
  refusals: "nao mas",
  questionWords: "quando quem onde qual quais quanto quanta quantos quantas aonde",
  remember: {
    verbs:
      "lembr[ae](?:-te|-se)?|lembrar|(?:anot|apont|guard)[ae]|tem em conta|n[aã]o (?:te )?esque[cç]as?|lembrete(?= ?:)",
    that: " (?:de )?que | ?[:,] ?",
    bare: "(?:de )?que|isso|isto",
  },
  remind: {
    lead: "lembra-me|lembre-me|me lembra|me lembre|lembrar-me|recorda-me|não me deixes? esquecer",
    opening: "de (?!manhã|{named} )|que |para (?!as? )",
    today: "hoje|esta (?:manhã|tarde|noite)|(?:em|daqui a|dentro de) .{1,20} ?(?:horas?|minutos?)",
  },
  wish: {
    about:
      "resum[ea](?:-me)?|(?:faz-me |da-me )?(?:um )?resumo d[eoa]|(?:diz-me )?(?:o )?que (?:mais )?(?:sabes|sabe|lembras)|o que te (?:disse|contei)|fala-me de|lista|mostra-me",
    memory: {
      count:
        "quant[oa]s (?:memorias|coisas|notas|factos|fatos|entradas) (?:tens|tem|tenho|temos|ha|sabes|sabe|guardas|guardaste)(?: guardad[oa]s| sobre mim| de mim| no total| na (?:tua )?memoria)*|quanto (?:sabes|sabe|lembras)(?: (?:de|sobre) mim)?",
      told: "o que (?:mais )?(?:e que )?(?:eu )?te (?:disse|contei)|o que (?:e que )?(?:aprendeste|guardaste|anotaste|aprendeu|guardou)|o que (?:e que )?(?:aconteceu|se passou|ha de novo|fizemos)",
      talked: "(?:de|sobre) (?:o )?que (?:e que )?(?:falamos|conversamos|estavamos a falar)",
      today: "hoje|esta (?:manha|tarde|noite)",
      yesterday: "ontem",
    },
  },
  preference: {
    stating:
      /^(?:eu )?(?:também |sempre )?(?:adoro|amo|prefiro|odeio|detesto|(?:não )?gosto(?: muito)? d[eoa]s?|não suporto) (?<liked>.+)$/iu,
    notPlain: `isso isto aquilo esse essa este esta aquele aquela ele ela eles elas você vocês ti tu te teu tua teus
      tuas como quando que ideia plano assim mais menos não outro outra primeiro primeira ambos agora hoje ontem se
      mas porque`,
  },
  turned:
    "eu: sou:és estou:estás tenho:tens vivo:vives moro:moras vou:vais prefiro:preferes posso:podes quero:queres preciso:precisas me_\\p{L}+o: me:te mim:ti meu:teu minha:tua meus:teus minhas:tuas comigo:contigo nosso:vosso nossa:vossa nossos:vossos nossas:vossas",
  unfinished:
    "e|ou|mas|porque|que|quando|se|embora|enquanto|de|do|da|dos|das|o|os|as|um|uma|meu|minha|com|em|ao|nem|como|muito|de que|para o|para a|e a",
  invented: `(?:muito )?obrigad[oa] (?:por (?:assistir(?:em)?|ver o vídeo)|pela atenção)
    | (?:inscreva-se|se inscreva|subscreva)(?: no canal| o canal)? | não se esqueça de se inscrever(?: no canal)?
    | deixe seu like e se inscreva no canal | até (?:a?o) próximo vídeo | tchau tchau | música | aplausos | risos
    | silêncio | e aí`,
  commands: {
    closing: "por favor | se faz favor | obrigado | obrigada | agora | ok | já | a partir de agora",
    forget_that: `(?:esque(?:ce|ça)|apaga|apague|tira) (?:isso|isto|o que (?:eu )?disse) | esque(?:ce|ça)-o | esquece-te disso
      | não (?:lembres|guardes|anotes) isso | não foi isso que eu disse | (?:eu )?não disse isso | (?:percebeste|entendeste) mal`,
    forget: `esque(?:ce|ça) (?:que|aquilo d[eoa]) REST
      | (?:esque(?:ce|ça)|apaga|apague) (?:tudo )?o que (?:sabes|sabe|te disse|disse) (?:de|sobre|do|da) REST
      | esque(?:ce-te|ça-se) (?:de|do|da) REST | esque(?:ce|ça) (?!como |se |\\w+[aei]r )REST`,
    end: `(?:termina|acaba|fecha|encerra|fim d[ae]) (?:a |esta )?conversa | (?:isso |isto )?é tudo(?: por (?:agora|hoje))?
      | mais nada | acabámos | terminámos | adeus | tchau | até (?:logo|amanhã|breve) | boa noite`,
    stop: "para | pára | pare | stop | chega | basta | silêncio | cala-te | cale-se | não importa | não faz mal | deixa | cancela",
    repeat: `rep[ei]t[ea](?: isso)? | outra vez | de novo | mais uma vez | o que (?:é que )?(?:disseste|disse) | como
      | não (?:te )?(?:ouvi|percebi|entendi)`,
    help: "ajuda | ajuda-me | (?:o )?que (?:é que )?posso (?:dizer|fazer|perguntar) | como (?:isto )?funciona",
    yes: "sim(?: (?:sim|esse|essa|esquece|apaga|faz isso))? | (?:esquece|apaga)(?: isso)? | faz isso",
    no: "não | (?:não )?(?:isso|esse|essa) não | nenhum | nenhuma | nada | deixa | cancela | não (?:esqueças|apagues|faças)(?: isso)?",
  },
  phrases: {
    sorry: "Desculpa?",
    one_moment: "Um momento.",
    model_trouble: "Agora não consigo responder. Guardei o que disseste.",
    failed: "Alguma coisa correu mal. Tenta outra vez, por favor.",
    memory_slow: "Ainda não consigo ver a minha memória. Pergunta-me daqui a um momento.",
    cannot_hear: "Não te ouço: o microfone não funciona.",
    hears_again: "Já te ouço outra vez.",
    transcriber_gone: "Ouço-te, mas agora não consigo perceber o que se diz.",
    voice_gone: "A minha voz habitual não está. Falo com esta até ela voltar.",
    wake_gone: "Agora não consigo ouvir a minha palavra de ativação.",
    disk_full: "O meu disco está cheio. Não consigo guardar o que me contas.",
    memory_off: "A minha memória está desligada. Não guardo nada.",
    nothing_to_take_back: "Não há nada para desfazer.",
    forgotten: "Esquecido: {text}",
    changed_and_stays: "Isto foi alterado entretanto, por isso guardo-o: {text}",
    nothing_forgotten: "Está bem, não esqueço nada.",
    kept: { one: "Guardei uma coisa.", other: "Guardei # coisas." },
    nothing_new: "Não havia nada de novo para guardar.",
    kept_for_later: "Passo isto para a memória mais tarde. Até lá está seguro aqui.",
    ready: "Estou a ouvir.",
    reminder: "Um lembrete: {text}",
    help: "Pergunta-me o que quiseres saber. Diz: lembra-te de que, e eu guardo. Diz: esquece isso, e eu desfaço. Ou então: o que sabes de, repete, para, fim da conversa.",
    noted: "Anotado:",
    known: "Isso já eu sabia:",
    not_saved: "Não consegui guardar isso:",
    what_to_remember: "O que devo recordar?",
    nothing: "Não tenho nada sobre isso.",
    nearest: "O mais parecido que encontrei:",
    will_keep: "Fico com isto:",
    all_right: "Está bem.",
    greeting: "Olá! Pergunta-me algo ou diz-me o que devo recordar.",
    thanks: "De nada.",
    goodbye: "Até breve.",
    forget: "Para esquecer algo, diz: esquece, e do que se trata.",
    said_now: "Disseste há pouco: «{text}»",
    speaking: "De acordo, falemos em português.",
    holds: { one: "Guardo # memória.", other: "Guardo # memórias." },
    more: { other: "… e mais #" },
  },
};
