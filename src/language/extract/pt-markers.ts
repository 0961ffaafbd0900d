import type { Markers } from "./language.ts";

/** Words around what Portuguese speakers state. */
export const ptMarkers: Markers = {
  fillers:
    "agora(?= (?:tenho|temos|conduzo|dirijo|tem) um)|bem|bom|pois|olha|olhe|ora|então|eh+|hum+|ah|oh|ai|olá|oi|bom dia|boa tarde|boa noite|já agora|aliás|além disso|também(?= )|e|ou seja|é que|a verdade(?: é que)?|na verdade(?= (?:eu|sou|moro|vivo))|sinceramente|enfim|claro|sim|perfeito|ótimo|obrigad[oa]|ok|okay|tá|portanto|por isso|para que saibas|para você saber|como (?:te|lhe) disse|queria (?:dizer-te|te dizer|dizer)(?: que)?|quero que saibas que|resumindo|de facto|de fato|outra coisa|uma coisa|porque|mas|sobretudo|pessoalmente|felizmente|infelizmente|sabes uma coisa|sabe|importante|muito importante|(?:segundo )?(?:o|a|o meu|a minha|meu|minha) (?:médic[oa]|doutora?|alergologista|dermatologista|nutricionista|dentista|ginecologista|cardiologista)(?: (?:diz|acha|disse-me|me disse|disse|confirmou) que|,)|(?:disseram-me|me disseram|acabaram de me dizer|as análises dizem|os exames dizem|parece)(?: (?:no médico|no hospital))? que(?= (?:eu )?(?:sou|tenho|estou|não posso) )|tenho de (?:te )?dizer que|tipo",
  tails:
    "por favor|obrigad[oa]|sabes|sabe|tá|ok|está bem|claro|já agora|a verdade|de verdade|haha+|kk+|e tal|né|pá",
  question:
    "(?:o que|que horas|quem|qual|quais|quando|onde|como(?! (?:sempre|nunca|aveia|só|carne|peixe|pão|fruta|muito|sempre|pouco))|por que|porque é que|porquê|quanto|quanta|quantos|quantas|a que|de que|com que|em que|podes|pode|poderias|poderia|podemos|sabes (?:se|o|onde|quando|como|qual)|sabe se|tens|você tem|há|me recomendas?|recomendas|achas|parece-te|é verdade|conheces|alguma ideia|alguma receita|lembras-te|você lembra|será que)|pergunto-me|não sei (?:se|o que|que|como|quando|onde|porquê|por que)|diz-me|me diz|me diga|gostava de saber|gostaria de saber|quero saber|queria saber|preciso de saber|dá-me|me dá|ajuda-me|me ajuda|recomenda-me|explica-me",
  hypothetical:
    "se (?:eu )?(?:tivesse|fosse|pudesse|vivesse|morasse|estivesse|ganhasse|fizesse)|(?:eu )?(?:teria|seria|poderia|faria|iria|viveria|quereria|gostaria|adoraria|estaria|preferiria|compraria|gostava de)|talvez|se calhar|quem sabe|oxalá|tomara|suponhamos|imagina|imagine|pode ser que|podia ser|acho que|suponho|creio que|estou a pensar em|estou pensando em|estamos a pensar em|estamos pensando em|não sei|como se|em teoria|um dia destes|algum dia|provavelmente|não acho|duvido|espero que|não tenho a certeza|não tenho certeza",
  command:
    "(?:por favor,? )?(?:põe|coloca|coloque|liga|ligue|apaga|desliga|acende|abre|abra|fecha|mostra|mostra-me|ensina-me|procura|busca|encontra|adiciona|acrescenta|envia|manda|toca|para|reserva|compra|pede|lê|calcula|compara|acorda-me|cancela|elimina|ignora|repete|canta|faz|faça|cria|gera|recomenda|sugere|explica|avisa-me|lembra-me (?!(?:de )?que))",
  material:
    "(?:por favor,? )?(?:(?:podes|pode|poderias|você pode) (?:me )?)?(?:traduz|traduza|traduzir|corrige|corrija|corrigir|resume|resuma|resumir|reescreve|reescreva|reescrever|escreve(?:-me)?|escreva|escrever|redige|redigir|conta-me um[a]?|finge|imagina|imagine|suponhamos|suponha|faz de conta|vamos fingir|age como|aja como|agora és|agora você é|no meu (?:romance|livro|conto|sonho)|na minha história|n[oa] (?:romance|conto|música|canção|filme|jogo|história)|nest[ea] (?:romance|conto|música|canção|filme|jogo|história)|a minha personagem|o protagonista|era uma vez|aqui (?:tens|vai|está) (?:um|o|a|uma|meu|minha) (?:texto|e-mail|email|mensagem|carta|artigo|erro|código)|a (?:canção|letra|carta|música) diz|como se diz|o que significa|car[oa]s? |prezad[oa])",
  reported:
    "(?:disseste-me|me disseste|você (?:me )?disse|tu disseste|disseste que)|como (?:disseste|você disse)|segundo|já sabes que gosto|(?:diz|dizem|disse|disseram|acha|acham|pensa|acredita|contou) que|(?:disse-me|me disse|perguntou-me|me perguntou|me contou) (?:que|se)|(?:li|ouvi|vi) que|é brincadeira|quando (?:eu )?era (?:pequen[oa]|criança|jovem|menin[oa])|sonhei|em (?:pequen[oa]|criança)(?!,? (?:eu )?(?:vivia|morava|vivi|morei|cresci))",
  temporary:
    "hoje|esta (?:manhã|tarde|noite|semana|vez)|agora mesmo|neste momento|de momento|por agora|por enquanto|estes dias",
  takeBack:
    "(?:não,? |ah,? |espera,? |bem,? |desculpa,? |melhor,? |ai,? )*(?:esquece(?: isso| lá| o que (?:eu )?disse)?(?=[ ,.]*$|,|\\.)|esqueça(?: isso| o que (?:eu )?disse)?|deixa (?:isso|lá|estar|pra lá|para lá)|não importa|tanto faz|é (?:uma )?brincadeira|era (?:uma )?brincadeira|estou (?:a brincar|brincando)|estava (?:a brincar|brincando)|retiro o que (?:eu )?disse|não era verdade|isso não|apaga isso|não disse nada)",
  offRecord:
    "não (?:guardes|guarde|lembres|apontes|anotes|anote|registes|registre|graves|grave|memorizes) (?:isto|isso|nada|o que)|(?:isto|isso) não é para (?:guardar|anotar|apontar|registar|registrar)|(?:isto )?fica entre nós|(?:só )?entre nós|não o (?:apontes|guardes|anotes|registes)|off the record|não (?:é preciso|precisas de|precisa) (?:guardar|anotar|apontar)",
  forget:
    "(?:por favor,? |(?:podes|pode|poderias|você pode|quero que|preciso que|já podes) (?:te |se )?)*(?:esquece(?:r|-te|-se)?|esqueça(?:s|-se)?|(?:apaga|elimina|remove|apague) (?:que|o que|a nota|a memória))",
  noMore: "já não|não \\S+ mais",
  correction:
    "(?:não,? |ah,? |ai,? |oh,? |ups,? |espera,? |desculpa,? |desculpe,? |bem,? )*(?:na verdade|na realidade|não(?= ?[,.:;…–-])|aliás|desculpa|desculpe|espera|ou melhor|melhor dizendo|queria dizer|quis dizer|quero dizer|digo|corrijo|enganei-me|me enganei|erro meu|(?:isso )?já não é (?:verdade|assim)|isso não é (?:verdade|assim|certo|correto)|mudou|mudança de planos|mudei de (?:ideia|ideias|opinião)|mudámos de (?:ideias|planos)|mudamos de ideia|afinal(?: não,)?(?!,? (?:não |nós |a gente |eu )?(?:vamos|vou|compr|escolh|decid|fic|alug|o \\p{L}+ (?:é|era|foi)|a \\p{L}+ (?:é|era|foi))))(?:[ ,.:;-]+(?:na verdade|queria dizer|quis dizer|quero dizer|é(?= (?:o|a|em|na|no|seg|ter|qua|qui|sex|sáb|dom|\\d))|era|será|desculpa|melhor|mas sim))*",
  notButs: [
    "(?:não,? |desculpa,? |na verdade,? )*não (?:é |era |são |em |na |no |a )?(?:o |a |os |as )?(?<old>[^,;]{1,40}?)(?:,|;)? (?:mas sim|mas|é|era|são|queria dizer)(?: em| na| no| a)? (?:o |a |os |as )?(?<new>[^,;]{1,40})",
    "(?:não,? |desculpa,? |na verdade,? )*não (?:é |era |em |na |no )?(?:o |a )?(?<old>[^,;]{1,40}?), (?:o |a |na |no )?(?<new>[^,;]{1,40})",
    "(?:não,? |desculpa,? |na verdade,? )*(?:é |era |queria dizer )?(?:na |no |o |a )?(?<new>[^,;]{1,40}?),? (?:e não|não|em vez de|em lugar de) (?:na |no |o |a )?(?<old>[^,;]{1,40})",
  ],
  agree:
    "(?:(?:sim|ok|tá|perfeito|ótimo|claro|exato|bem|está bem|muito bem|de acordo|combinado|feito|boa ideia|boa)[ ,.!]*)*(?:aponta(?: isso)?|anota(?: isso)?|anote(?: isso)?|guarda(?: isso)?|regista isso|registra isso|vamos fazer (?:isso|assim)|fazemos (?:isso|assim)|façamos isso|fazemos assim|farei isso|vou fazer isso|em frente|combinado|feito|fechado|de acordo|concordo|parece-me (?:bem|ótimo|perfeito)|boa ideia|ótima ideia|perfeito|decidido|fica assim)(?=[ ,.!]*(?:$|,|obrigad[oa]|por favor|então))",
  yes: "sim(?: por favor| claro| exato)?|claro(?: que sim)?|exato|exatamente|correto|isso(?: mesmo)?|com certeza|está bem",
  but: "mas|não|exceto|salvo|talvez|melhor|depois|espera|embora|\\?",
  keep: "(?:e |sim,? |por favor,? )*(?:(?:lembra-te|lembre-se|se lembre|lembra) (?:disso|disto)|(?:aponta|anota|anote|guarda|guarde|regista|registra) (?:isso|isto|aí)|não (?:te )?esqueças(?: disso| disto)?|não (?:se )?esqueça(?: disso)?|toma nota|tem isso em conta)(?: por favor)?",
  propose:
    "(?:então |bem |talvez )*(?:que tal(?: se)?|o que achas(?: de| se)?|o que você acha(?: de| se)?|(?:sugiro|proponho|recomendo)(?: que)?|a minha proposta é(?: que)?|e se|por que não|porque não|podíamos|podias|poderíamos|devíamos|devias|podemos|vamos)(?! (?:ajudar|dizer|ver))",
  pointing:
    "\\p{L}+(?:-lo|-la|-los|-las|-o|-a)|uma? (?:por|de|em|a|na|no) .*|isso|isto|lá|ali|esse|essa",
  offer:
    "(?:então |ok,? )*(?:queres que (?:eu )?|quer que (?:eu )?|posso |devo )(?:aponte|apontar|anote|anotar|guarde|guardar|lembre|lembrar|registe|registar|registre|registrar)(?: de)?(?: que)?|(?:aponto|anoto|guardo|registo)(?: então)? que",
};
