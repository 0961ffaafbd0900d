import type { LanguageRules } from "../types/rules.ts";

/** How statements are read in Portuguese. */
export const rules: LanguageRules = {
  code: "pt",
  capitalNouns: false,
  words:
    "vem anda espera olha diz toma o a os as um uma uns umas de do da dos das em no na nos nas ao à aos às e ou que com por para sem sobre entre desde até se não sim nem é são está estão sou és era foi ser estar estou tem têm temos tenho há eu tu ele ela nós eles elas você me te lhe lhes meu minha meus minhas teu tua seu sua nosso nossa este esta isto esse essa isso aquele muito mais menos também já sempre nunca mas porque como quando onde quem qual todo toda todos todas cada outro outra vivo vive moro mora trabalho trabalha gosto gosta adoro odeio prefiro quero vou vamos chamo chama nasci estudo falo faço faz uso bebo lembra anota esqueças hoje amanhã ontem agora aqui ali melhor nada bem mal dois duas três anos dia alérgica alérgico ninguém alguém gente irmã irmão então decidimos",
  markers: {
    fillers:
      "agora(?= (?:tenho|temos|conduzo|dirijo|tem) um)|bem|bom|pois|olha|olhe|ora|então|eh+|hum+|ah|oh|ai|olá|oi|bom dia|boa tarde|boa noite|já agora|aliás|além disso|também(?= )|e|ou seja|é que|a verdade(?: é que)?|na verdade(?= (?:eu|sou|moro|vivo))|sinceramente|enfim|claro|sim|perfeito|ótimo|obrigad[oa]|ok|okay|tá|portanto|por isso|para que saibas|para você saber|como (?:te|lhe) disse|queria (?:dizer-te|te dizer|dizer)(?: que)?|quero que saibas que|resumindo|de facto|de fato|outra coisa|uma coisa|porque|mas|sobretudo|pessoalmente|felizmente|infelizmente|sabes uma coisa|sabe|importante|muito importante|(?:segundo )?(?:o|a|o meu|a minha|meu|minha) (?:médic[oa]|doutora?|alergologista|dermatologista|nutricionista|dentista|ginecologista|cardiologista)(?: (?:diz|acha|disse-me|me disse|disse|confirmou) que|,)|(?:disseram-me|me disseram|acabaram de me dizer|as análises dizem|os exames dizem|parece)(?: (?:no médico|no hospital))? que(?= (?:eu )?(?:sou|tenho|estou|não posso) )|tenho de (?:te )?dizer que|tipo",
    tails:
      "por favor|obrigad[oa]|sabes|sabe|tá|ok|está bem|claro|já agora|a verdade|de verdade|haha+|kk+|e tal|né|pá",
    material:
      "(?:por favor,? )?(?:(?:podes|pode|poderias|você pode) (?:me )?)?(?:traduz|traduza|traduzir|corrige|corrija|corrigir|resume|resuma|resumir|reescreve|reescreva|reescrever|escreve(?:-me)?|escreva|escrever|redige|redigir|conta-me um[a]?|finge|imagina|imagine|suponhamos|suponha|faz de conta|vamos fingir|age como|aja como|agora és|agora você é|no meu (?:romance|livro|conto|sonho)|na minha história|n[oa] (?:romance|conto|música|canção|filme|jogo|história)|nest[ea] (?:romance|conto|música|canção|filme|jogo|história)|a minha personagem|o protagonista|era uma vez|aqui (?:tens|vai|está) (?:um|o|a|uma|meu|minha) (?:texto|e-mail|email|mensagem|carta|artigo|erro|código)|a (?:canção|letra|carta|música) diz|como se diz|o que significa|car[oa]s? |prezad[oa])",
    takeBack:
      "(?:não,? |ah,? |espera,? |bem,? |desculpa,? |melhor,? |ai,? )*(?:esquece(?: isso| lá| o que (?:eu )?disse)?(?=[ ,.]*$|,|\\.)|esqueça(?: isso| o que (?:eu )?disse)?|deixa (?:isso|lá|estar|pra lá|para lá)|não importa|tanto faz|é (?:uma )?brincadeira|era (?:uma )?brincadeira|estou (?:a brincar|brincando)|estava (?:a brincar|brincando)|retiro o que (?:eu )?disse|não era verdade|isso não|apaga isso|não disse nada)",
    offRecord:
      "não (?:guardes|guarde|lembres|apontes|anotes|anote|registes|registre|graves|grave|memorizes) (?:isto|isso|nada|o que)|(?:isto|isso) não é para (?:guardar|anotar|apontar|registar|registrar)|(?:isto )?fica entre nós|(?:só )?entre nós|não o (?:apontes|guardes|anotes|registes)|off the record|não (?:é preciso|precisas de|precisa) (?:guardar|anotar|apontar)",
    forget:
      "(?:por favor,? |(?:podes|pode|poderias|você pode|quero que|preciso que|já podes) (?:te |se )?)*(?:esquece(?:r|-te|-se)?|esqueça(?:s|-se)?|(?:apaga|elimina|remove|apague) (?:que|o que|a nota|a memória))",
    correction:
      "(?:não,? |ah,? |ai,? |oh,? |ups,? |espera,? |desculpa,? |desculpe,? |bem,? )*(?:na verdade|na realidade|não(?= ?[,.:;…–-])|aliás|desculpa|desculpe|espera|ou melhor|melhor dizendo|queria dizer|quis dizer|quero dizer|digo|corrijo|enganei-me|me enganei|erro meu|(?:isso )?já não é (?:verdade|assim)|isso não é (?:verdade|assim|certo|correto)|mudou|mudança de planos|mudei de (?:ideia|ideias|opinião)|mudámos de (?:ideias|planos)|mudamos de ideia|afinal(?: não,)?(?!,? (?:não |nós |a gente |eu )?(?:vamos|vou|compr|escolh|decid|fic|alug|o \\p{L}+ (?:é|era|foi)|a \\p{L}+ (?:é|era|foi))))(?:[ ,.:;-]+(?:na verdade|queria dizer|quis dizer|quero dizer|é(?= (?:o|a|em|na|no|seg|ter|qua|qui|sex|sáb|dom|\\d))|era|será|desculpa|melhor|mas sim))*",
    keep: "(?:e |sim,? |por favor,? )*(?:(?:lembra-te|lembre-se|se lembre|lembra) (?:disso|disto)|(?:aponta|anota|anote|guarda|guarde|regista|registra) (?:isso|isto|aí)|não (?:te )?esqueças(?: disso| disto)?|não (?:se )?esqueça(?: disso)?|toma nota|tem isso em conta)(?: por favor)?",
    offer:
      "(?:então |ok,? )*(?:queres que (?:eu )?|quer que (?:eu )?|posso |devo )(?:aponte|apontar|anote|anotar|guarde|guardar|lembre|lembrar|registe|registar|registre|registrar)(?: de)?(?: que)?|(?:aponto|anoto|guardo|registo)(?: então)? que",
  },
  dates: {
    days: "primeiro,um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis,dezesseis dezassete,dezessete dezoito dezanove,dezenove vinte vinte_e_um vinte_e_dois vinte_e_três vinte_e_quatro vinte_e_cinco vinte_e_seis vinte_e_sete vinte_e_oito vinte_e_nove trinta trinta_e_um",
    absolute: [
      "(?:no dia |a |em |dia |para )?(?:{wd},? )?(?:dia )?{d} de {month}(?:,? (?:de )?{y})?",
    ],
    dayOnly: ["(?:no |para o )?dia {d}"],
    relative: [
      ["depois de amanhã", 2],
      ["anteontem|antes de ontem", -2],
      ["amanhã(?: de (?=manhã)| à (?=tarde|noite))?", 1],
      ["ontem", -1],
      ["(?:daqui a|dentro de|em) {n} dias?", 1],
      ["(?:daqui a|dentro de|em) {n} semanas?", 7],
      ["há {n} dias?", -1],
      ["há {n} semanas?", -7],
    ],
    weekdayOfNextWeek: ["(?:na |no )?{wd} da semana que vem", "(?:na |no )?{wd} da próxima semana"],
    lastWeekday: ["(?:na |no )?{wd} passad[oa]", "(?:na |no )?passad[oa] {wd}"],
    nextWeekday: [
      "(?:na |no |esta |este |nesta |neste |para )?(?:próxim[oa] )?{wd}(?! (?:gaveta|prateleira|porta|rua|casa|vez|parte|fila|linha|mão|língua|opção|caixa|estante|sala|classe|aula|mudança))(?: que vem| próxim[oa])?",
    ],
    past: {
      week: "(?:na )?semana passada",
      month: "(?:no )?mês passado",
      year: "(?:no )?ano passado",
      monthsAgo: "há (?:uns )?{n} m(?:ês|eses)",
      yearsAgo: "há (?:uns )?{n} anos?",
      named: "(?:em )?{month} passado|(?:no )?passado mês de {month}|lá para {month}",
      inMonth: "em {month}(?! (?:de )?\\d)",
      inYear: "em",
    },
    seasons: {
      names: "primavera verão outono",
      next: "{season} que vem|próxim[oa] {season}",
      last: "{season} passad[oa]",
      current: "(?:n?este) {season}|n?esta primavera",
      written: "{season} de {year}",
    },
    feasts: {
      names:
        "12-25:natal 12-24:véspera_de_natal 12-31:véspera_de_ano_novo,passagem_de_ano 01-01:ano_novo 01-06:dia_de_reis 06-13:santo_antónio 06-24:são_joão 06-29:são_pedro 11-01:todos_os_santos 11-11:são_martinho easter+0:páscoa easter-2:sexta-feira_santa easter-47:carnaval easter+60:corpo_de_deus",
      thisYear: "este ano",
    },
    nextWeek: "(?:na )?semana que vem|(?:na |para a )?próxima semana",
    nextMonth: "(?:no )?mês que vem|(?:no )?próximo mês",
    nextYear: "no ano que vem|no próximo ano",
    monthOnly: ["(?:antes de|até|desde) {month}(?! de \\d| \\d)"],
    recurring:
      "à (?:segunda|terça|quarta|quinta|sexta)(?:-feira)?(?! (?:gaveta|porta|vez|parte|fila))|ao (?:sábado|domingo)|cada|todos os|todas as|todo (?:dia|sábado|domingo)|toda (?:segunda|terça|quarta|quinta|sexta)|às (?:segundas|terças|quartas|quintas|sextas)(?:-feiras)?|aos (?:sábados|domingos|fins de semana)|diariamente|de \\p{L}+ em \\p{L}+ (?:dias|semanas)|(?:uma vez|vezes) (?:ao|à|por) (?:dia|semana|mês|ano)|por (?:dia|semana|mês|ano)|ao dia|durante a semana|no (?:verão|inverno)|ao (?:pequeno-almoço|almoço|jantar)|antes de dormir",
    time: "(?:às? (?:uma|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze)(?: e meia)?|às? \\d[\\d:.]*(?: ?h(?:oras)?)?(?: da (?:manhã|tarde|noite))?|ao meio-dia|de manhã|à tarde|à noite),?",
    today: "hoje|esta (?:manhã|tarde|noite)",
    halves: ["(?:da )?manhã", "(?:da )?(?:tarde|noite)"],
    clock: {
      each: "cada|todos os|todas as|diariamente|semanalmente|mensalmente",
      after: ["às? {h} e (?:um )?{n}"],
      before: ["às? {h} menos (?:um )?{n}", "às? (?:um )?{n} para as? {h}"],
      parts: "30:meia 15:quarto",
      spans: [
        ["(?:em|daqui a|dentro de) (?:uma )?hora e meia", 90],
        ["(?:em|daqui a|dentro de) meia hora", 30],
        ["(?:em|daqui a|dentro de) um par de horas", 120],
        ["(?:em|daqui a|dentro de) um quarto de hora", 15],
        ["(?:em|daqui a|dentro de) {n} horas?", 60],
        ["(?:em|daqui a|dentro de) {n} minutos?", 1],
      ],
    },
    smallWeekdays: true,
    on: "em",
    weekOf: "na semana de",
    inMonth: "em",
    beforeYear: " de ",
  },
  remember: [
    "(?:por favor,? )?(?:(?:podes|pode|você pode|poderias|quero que|preciso que) (?:me |te )?)?(?:lembra|lembra-te|te lembra|lembra-me|lembre|lembre-se|se lembre|lembrar|lembres|anota|anote|anotar|anotes|aponta|aponte|apontar|apontes|guarda|guarde|guardar|regista|registra|memoriza|memorize|tem em conta|tenha em conta|não (?:te )?esqueças|não (?:se )?esqueça|não (?:te |se )?esquece|toma nota|tome nota)(?:,? por favor,?)?(?: de)? que (.+)",
    "(?:por favor,? )?(?:lembra(?:-te)?(?: disto)?|anota(?: isto| isso| aí)?|anote(?: aí)?|aponta(?: isto| isso)?|guarda(?: isto)?|nota|não (?:te )?esqueças|memoriza(?: isto)?)(?: ?[:,]| -) ?(.+)",
    "(?:por favor,? )?(?:não (?:te )?esqueças|lembra-te|lembre-se) d?((?:o meu|a minha|o|a|os|as) .+)",
  ],
  relations:
    "irmã irmão mãe mamã mamãe pai papá papai mulher esposa marido esposo companheiro companheira parceiro parceira namorada namorado noivo noiva filho filha filhos filhas crianças miúdos os_miúdos gémeos gêmeos gémeas os_gémeos os_gêmeos irmãs irmãos primos primas amigos amigas avós sogros netos netas caçula a_caçula o_caçula o_mais_novo a_mais_nova o_mais_velho a_mais_velha enteado enteada convidados os_convidados um_dos_convidados uma_das_convidadas um_convidado uma_convidada o_convidado bebé bebê pais avó vó avô vô tia tio primo prima sobrinho sobrinha neto neta sogra sogro cunhado cunhada amigo amiga vizinho vizinha vizinhos vizinhas o_vizinho a_vizinha os_vizinhos as_vizinhas colega_de_casa colega_de_quarto chefe patrão patroa colega colega_de_trabalho professor professora cão cachorro cachorra cadela o_cão a_cadela o_cachorro a_cachorra gato gata o_gato a_gata animal_de_estimação coelho papagaio cavalo tartaruga médico médica dentista senhorio senhoria madrinha padrinho",
  my: "o meu|a minha|os meus|as minhas|o nosso|a nossa|os nossos|as nossas|meu|minha|meus|minhas|nosso|nossa",
  the: "o|a|os|as|um|uma",
  pronouns: "ele|ela",
  mine: "\\p{L}+-(?:me|nos)|eu|meu|minha|meus|minhas|me|mim|comigo|nós|nosso|nossa|nossos|nossas",
  past: "ontem|foi|fui|fomos|era|estive|esteve|tive|teve|fiz|fez|passad[oa]|comprei|cheguei|vi|veio|disse|\\p{L}{3,}ou|há \\S+ (?:dias?|semanas?|meses|anos?)|comi|jantei|saí|comecei|havia|tinha|trabalhei|gostei|\\p{L}{2,}(?:aram|eram|iram)",
  connectors: "e|mas|por isso|porque|embora|e também|e além disso|nem|enquanto|e que",
};
