/** Irregular English forms by their base form: what suffix stripping cannot know. */
const formsByBase = `
be: am is are was were been being|become: became|begin: began begun|bend: bent|bet: betted|bind: bound|bite: bit bitten
bleed: bled|blow: blew blown|break: broke broken|breed: bred|bring: brought|build: built|burn: burnt|buy: bought
catch: caught|choose: chose chosen|come: came|creep: crept|deal: dealt|dig: dug|dive: dove|do: did done does|draw: drew drawn
dream: dreamt|drink: drank drunk|drive: drove driven|eat: ate eaten|fall: fell fallen|feed: fed|feel: felt|fight: fought
find: found|flee: fled|fly: flew flown|forbid: forbade forbidden|forget: forgot forgotten|forgive: forgave forgiven
freeze: froze frozen|get: got gotten|give: gave given|go: went gone goes|grow: grew grown|hang: hung|have: had has
hear: heard|hide: hid hidden|hold: held|keep: kept|kneel: knelt|know: knew known|lay: laid|lead: led|lean: leant
learn: learnt|leave: left|lend: lent|lie: lain lying|light: lit|lose: lost|make: made|mean: meant|meet: met|pay: paid
prove: proven|ride: rode ridden|ring: rang rung|rise: rose risen|run: ran|say: said|see: saw seen|seek: sought|sell: sold
send: sent|sew: sewn|shake: shook shaken|shine: shone|shoot: shot|show: shown|shrink: shrank shrunk|sing: sang sung
sink: sank sunk|sit: sat|sleep: slept|slide: slid|smell: smelt|speak: spoke spoken|speed: sped|spend: spent|spill: spilt
spin: spun|spoil: spoilt|stand: stood|steal: stole stolen|stick: stuck|sting: stung|strike: struck|strive: strove
swear: swore sworn|sweep: swept|swim: swam swum|swing: swung|take: took taken|teach: taught|tear: tore torn|tell: told
think: thought|throw: threw thrown|understand: understood|wake: woke woken|wear: wore worn|weave: wove woven|weep: wept
win: won|withdraw: withdrew withdrawn|write: wrote written
child: children kid kids|man: men|woman: women|person: people|foot: feet|tooth: teeth|mouse: mice|goose: geese
life: lives|wife: wives|knife: knives|leaf: leaves|half: halves|shelf: shelves|wolf: wolves|calf: calves|loaf: loaves
photo: photograph photographs pic pics photos|mother: mom mum mommy mummy moms|father: dad daddy dads|grandmother: grandma granny
grandfather: grandpa grandad|television: tv|bicycle: bike bikes|telephone: phone phones|refrigerator: fridge
good: better best|bad: worse worst|far: further farther
`;

/** Base form of an irregular English form ("went" → "go"), both in lower case. */
export const englishBaseByForm: ReadonlyMap<string, string> = new Map(
  formsByBase
    .trim()
    .split(/[\n|]/)
    .flatMap((line) => {
      const [base = "", forms = ""] = line.split(": ");
      return forms.split(" ").map((form): [string, string] => [form, base]);
    }),
);
