import type { CommandWords } from "../types/command-words.ts";

export const commands: CommandWords = {
  opening: `por favor | se faz favor | ok | olha | bom | então | não, | e | agora | desculpa | espera
    | (?:me )?(?:podes|pode|podias|poderia) | ei`,
  closing: "por favor | se faz favor | obrigado | obrigada | agora | ok | já",
  forget_that: `esque(?:ce|ça) (?:isso|isto|o último|o que (?:eu )?(?:acabei de dizer|disse|te disse)) | esque(?:ce|ça)-o
    | esquece-te (?:disso|disto|do que (?:eu )?(?:acabei de dizer|disse)) | esqueça-se disso
    | esquecer (?:isso|isto|o que (?:eu )?(?:acabei de dizer|disse))
    | (?:apaga|apague|tira|tire|elimina|elimine) (?:isso|isto|o que (?:eu )?(?:acabei de dizer|disse))
    | (?:eu )?retiro(?: o que disse)? | não (?:lembres|guardes|anotes|lembre|guarde|anote) (?:isso|isto) | desfaz isso`,
  misheard: `(?:não )?(?:isso )?não (?:é|foi) (?:isso )?(?:o )?que (?:eu )?(?:disse|queria dizer|te disse)
    | (?:eu )?não disse isso | isso não (?:foi|é) o que (?:eu )?disse
    | (?:tu |você )?(?:percebeste|ouviste|entendeste|entendeu|ouviu|percebeu) mal
    | não me (?:percebeste|ouviste|entendeste|entendeu|ouviu|percebeu)(?: bem)?
    | (?:isso )?não (?:é|foi) (?:isso )?(?:o )?que (?:eu )?disse (?:eu )?(?:disse|queria dizer) REST
    | não, (?:eu )?(?:disse|queria dizer|quero dizer|digo) REST | não (?:não )?eu (?:disse|queria dizer|quero dizer) REST
    | não não disse REST | o que eu (?:disse|queria dizer) (?:é|foi|era) REST`,
  corrected: "eu disse REST",
  forget: `esque(?:ce|ça) (?:que|aquilo de|aquilo do|aquilo da) REST
    | esque(?:ce|ça) (?:tudo )?o que (?:sabes|sabe|lembras|te disse|te contei|eu disse|disse) (?:de|sobre|do|da) REST
    | esque(?:ce-te|ça-se) (?:de|do|da) (?:que )?REST
    | (?:apaga|apague|elimina|elimine) (?:tudo )?(?:o que (?:sabes|sabe|lembras)|a memória) (?:de|do|da|sobre) REST
    | esque(?:ce|ça) REST`,
  too_much: `de | que | me | mim | ti | tudo | tudo o .* | todos | nada | ela | ele | eles | nós | isso .* | isto .*`,
  remark: `era | estava | é que | porque | vamos | não me | já não | por agora | por enquanto | um momento | e diz-me | melhor`,
  end: `(?:termina|acaba|fecha|encerra|termine|acabe|feche|encerre|terminar|acabar|encerrar) (?:a|esta|essa) (?:conversa|sessão)
    | fim (?:da|de|desta) (?:conversa|sessão)
    | (?:e )?(?:é tudo|isso é tudo|isto é tudo|é só isso|é só)(?: por (?:agora|hoje))? | mais nada
    | (?:já )?(?:acabámos|acabamos|terminámos|terminamos) | (?:adeus|tchau|até (?:logo|amanhã|breve|já|à próxima))
    | boa noite | vai dormir`,
  stop: `para | pára | pare | para já | stop | chega | basta | silêncio | cala-te | cale-se | cala a boca | para de falar
    | pare de falar | deixa de falar | não importa | não faz mal | deixa(?: estar| para lá)? | cancela(?:r)? | cancele`,
  repeat: `repete(?: isso| lá)? | repita(?: isso)? | (?:podes |pode |podias )?repetir(?: isso)? | outra vez | de novo
    | mais uma vez | (?:diz|diga)(?: isso)? (?:outra vez|de novo) | o que (?:é que )?(?:disseste|disse|você disse|dizias)
    | como(?: disseste| disse| é)? | não (?:te )?(?:ouvi|percebi|entendi)(?: bem)? | repete o que disseste`,
  help: `ajuda | ajuda-me | (?:o )?que (?:é que )?(?:posso|podes|pode) (?:dizer|fazer|perguntar)
    | (?:o )?que (?:é que )?(?:te|lhe) posso (?:dizer|perguntar|pedir)
    | (?:o )?que posso (?:dizer-te|perguntar-te|pedir-te) | como (?:é que )?(?:isto )?(?:funciona(?: isto)?|funcionas)
    | o que sabes fazer`,
  yes: `sim | sim sim | claro(?: que sim)? | com certeza | certo | está bem | de acordo | faz isso | força
    | (?:sim )?(?:isso|esse|essa|exato|exatamente|exacto|correto|isso mesmo|esse mesmo|essa mesma)
    | (?:sim )?é (?:isso|esse|essa) | (?:sim )?(?:esquece|apaga)(?: isso)? | ok | sim por favor | pode ser`,
  no: `não | não não | não obrigad[oa] | melhor não | claro que não | de maneira nenhuma | (?:não )?(?:isso|esse|essa) não
    | não (?:é )?(?:isso|esse|essa) | (?:não )?(?:nenhum|nenhuma|nada) | (?:não )?deixa(?: estar)? | (?:não )?cancela
    | não (?:esqueças|apagues|faças)(?: isso)? | (?:não )?guarda isso`,
};
