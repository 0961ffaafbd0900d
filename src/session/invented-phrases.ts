/** Whole sentences that transcribers invent, by language; compared without case, accents and punctuation. */
export const inventedPhrases: Readonly<Record<string, string>> = {
  en: `you
thanks for watching
thank you for watching
thank you so much for watching
thank you very much for watching
thanks for watching and see you next time
thanks for watching and i'll see you in the next video
thank you for watching and see you in the next video
thanks for listening
thank you for listening
please subscribe
please subscribe to my channel
subscribe to my channel
don't forget to subscribe
don't forget to like and subscribe
please like and subscribe
like and subscribe
like, comment and subscribe
please like, share and subscribe
if you enjoyed this video, please like and subscribe
see you in the next video
i'll see you in the next video
i'll see you in the next one
see you next time
see you guys next time
we'll be right back
the end
silence
music
applause
laughter
blank_audio
blank audio
inaudible
foreign`,
  es: `gracias por ver
gracias por ver el video
gracias por ver este video
muchas gracias por ver el video
gracias por vernos
gracias por su atención
suscríbete
suscríbete al canal
suscríbete a mi canal
suscríbete y activa la campanita
no olvides suscribirte
no olvides suscribirte al canal
no olvides darle like y suscribirte
nos vemos en el próximo video
nos vemos en el siguiente video
hasta el próximo video
hasta la próxima
música
aplausos
risas
silencio
fin
¡suscríbete al canal!`,
  ca: `gràcies per veure el vídeo
gràcies per veure aquest vídeo
moltes gràcies per veure el vídeo
gràcies per la vostra atenció
subscriu-te
subscriu-te al canal
subscriviu-vos al canal
no oblideu subscriure-us
fins al proper vídeo
ens veiem al proper vídeo
música
aplaudiments
rialles
silenci`,
  pt: `obrigado por assistir
obrigada por assistir
muito obrigado por assistir
obrigado por assistirem
obrigado por ver o vídeo
obrigado pela atenção
inscreva-se
inscreva-se no canal
se inscreva no canal
não se esqueça de se inscrever
não se esqueça de se inscrever no canal
deixe seu like e se inscreva no canal
subscreva o canal
até o próximo vídeo
até ao próximo vídeo
tchau tchau
música
aplausos
risos
silêncio
e aí`,
  fr: `merci d'avoir regardé
merci d'avoir regardé cette vidéo
merci d'avoir regardé la vidéo
merci d'avoir regardé cette vidéo et à bientôt
merci à tous d'avoir regardé
merci de votre attention
abonnez-vous
abonnez-vous à la chaîne
n'oubliez pas de vous abonner
n'oubliez pas de vous abonner à la chaîne
n'oubliez pas de liker et de vous abonner
à la prochaine
à bientôt pour une nouvelle vidéo
à bientôt dans une prochaine vidéo
on se retrouve dans une prochaine vidéo
musique
applaudissements
rires
silence
générique`,
  de: `vielen dank fürs zuschauen
danke fürs zuschauen
vielen dank fürs zusehen
vielen dank für's zuschauen
danke fürs zusehen
vielen dank für ihre aufmerksamkeit
vielen dank für die aufmerksamkeit
bis zum nächsten mal
bis zum nächsten video
abonniert den kanal
abonniert meinen kanal
vergesst nicht zu abonnieren
lasst ein abo da
das war's für heute
musik
applaus
gelächter
stille`,
  it: `grazie per aver guardato
grazie per aver guardato il video
grazie per aver guardato questo video
grazie per la visione
grazie per l'attenzione
iscrivetevi al canale
iscriviti al canale
non dimenticate di iscrivervi al canale
ci vediamo nel prossimo video
alla prossima
musica
applausi
risate
silenzio`,
  more: `ご視聴ありがとうございました
ありがとうございました
谢谢观看
謝謝觀看
시청해주셔서 감사합니다
구독과 좋아요 부탁드립니다
продолжение следует
спасибо за просмотр
подписывайтесь на канал`,
};

const whom = "(?: [\\p{L}\\p{N}.':/-]+){1,4}";
const community =
  "(?:la |the |a |der |die |una |dalla )?(?:comunidad|comunitat|comunidade|communaute|community|comunita)";
const amara = "(?:(?:de |d'|di |da |of )?(?:the )?amara(?:.org)?)";

/** Credits of films, whole sentences too, in the same plain form. */
export const inventedCredits: readonly RegExp[] = [
  // "Subtítulos realizados por la comunidad de Amara.org", "Subtitles by the Amara.org community"
  `(?:subtitulos|subtitols|legendas|sous-titres|sous-titrage|sottotitoli|subtitles|captions|untertitel)(?: (?:realizados|creados|hechos|creats|fets|realitzats|creadas|feitas|realises|crees|fait|creati|fatti|created|provided|made))? ?(?:por|per|pela|par|dalla|by|von|da) ${community} ${amara}`,
  `(?:subtitles|captions) (?:created |provided )?by the amara.org community`,
  `untertitel (?:von )?(?:der )?amara.org[- ]community`,
  "(?:(?:sub)?titulos|subtitols|subtitles|captions|legendas) (?:por|per|by) amara.org",
  "(?:www.)?amara.org",
  "mas informacion www.alimmenta.com",
  // Names of people and firms.
  `(?:subtitles|captions|captioning|transcription|translation|transcribed|translated|subtitled) by${whom}`,
  `(?:subtitulado|subtitulos|subtitulos y traduccion|traduccion|transcripcion) por${whom}`,
  `(?:subtitols|traduccio|transcripcio) (?:de|per|a carrec de)${whom}`,
  `(?:legendas|legendado|traducao|transcricao)(?: e revisao)? (?:por|de)${whom}`,
  `(?:sous-titres|sous-titrage|sous-titre|traduction)(?: (?:fr|st'|par|de|realises par))?(?: [\\p{L}\\p{N}.'/-]+){1,4}`,
  "sous-titrage",
  `(?:untertitel|untertitelung|copyright|©)(?: (?:von|des|der|im auftrag des))?(?: [\\p{L}\\p{N}.'-]+){1,5} ?(?:19|20)\\d\\d`,
  `(?:untertitel|untertitelung)(?: (?:von|des|der|im auftrag des))(?: [\\p{L}\\p{N}.'-]+){1,5}`,
  "(?:copyright |© ?)?(?:wdr|swr|ndr|zdf|ard|br|mdr|bf-watch tv)(?: (?:19|20)\\d\\d)?",
  `sottotitoli(?: e revisione)? (?:a cura di|di|creati da)${whom}`,
  `(?:субтитры|редактор субтитров)(?: [\\p{L}\\p{N}.'-]+){1,5}`,
  "字幕.{0,12}(?:amara.org|提供|志愿者).{0,12}",
].map((credit) => new RegExp(`^(?:${credit})$`, "u"));
