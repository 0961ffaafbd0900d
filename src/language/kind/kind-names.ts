import type { Kind } from "./kinds.ts";

/**
 * What a topic for each kind of line is called, by language: the first name is the title of a new one, a topic of any of
 * them in any language is taken for it.
 */
const namesByKind: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
  health: {
    ...{ en: ["Health"], es: ["Salud"], ca: ["Salut"], de: ["Gesundheit"] },
    ...{ fr: ["Santé"], pt: ["Saúde"] },
  },
  home: {
    ...{ en: ["Home", "House", "Household"], es: ["Casa", "Hogar"], ca: ["Casa", "Llar"] },
    ...{ de: ["Zuhause", "Haushalt"], fr: ["Maison"], pt: ["Casa", "Lar"] },
  },
  people: {
    ...{ en: ["People", "Family"], es: ["Personas", "Familia"], ca: ["Persones", "Família"] },
    ...{ de: ["Menschen", "Familie"], fr: ["Proches", "Famille"] },
    ...{ pt: ["Pessoas", "Família"] },
  },
  work: {
    ...{ en: ["Work", "Job"], es: ["Trabajo"], ca: ["Feina", "Treball"], de: ["Arbeit", "Beruf"] },
    ...{ fr: ["Travail"], pt: ["Trabalho"] },
  },
  school: {
    ...{ en: ["School", "Studies"], es: ["Estudios", "Colegio"], ca: ["Estudis", "Escola"] },
    ...{ de: ["Schule", "Studium"], fr: ["Études", "École"] },
    ...{ pt: ["Estudos", "Escola"] },
  },
  food: {
    ...{ en: ["Food"], es: ["Comida"], ca: ["Menjar"], de: ["Essen"] },
    ...{ fr: ["Cuisine"], pt: ["Comida"] },
  },
  money: {
    ...{ en: ["Money", "Finances"], es: ["Dinero", "Finanzas"], ca: ["Diners", "Finances"] },
    ...{ de: ["Geld", "Finanzen"], fr: ["Argent", "Finances"] },
    ...{ pt: ["Dinheiro", "Finanças"] },
  },
  travel: {
    ...{ en: ["Travel", "Trips"], es: ["Viajes"], ca: ["Viatges"], de: ["Reisen"] },
    ...{ fr: ["Voyages"], pt: ["Viagens"] },
  },
  pets: {
    ...{ en: ["Pets"], es: ["Mascotas"], ca: ["Mascotes"], de: ["Haustiere"] },
    ...{ fr: ["Animaux"], pt: ["Animais"] },
  },
  hobbies: {
    ...{ en: ["Hobbies"], es: ["Aficiones"], ca: ["Aficions"], de: ["Hobbys"] },
    ...{ fr: ["Loisirs"], pt: ["Passatempos"] },
  },
  car: {
    ...{ en: ["Transport", "Car"], es: ["Transporte", "Coche"], ca: ["Transport", "Cotxe"] },
    ...{ de: ["Fahrzeuge", "Auto"], fr: ["Transports", "Voiture"] },
    ...{ pt: ["Transportes", "Carro"] },
  },
};

/**
 * Every name of a kind, those of the language first; none for a language whose sentences the kinds are not learned from,
 * which are then told by chance.
 */
export function namesOfKind(kind: Kind, language: string): readonly string[] {
  const byLanguage = namesByKind[kind];
  const own = byLanguage[language];
  return own === undefined ? [] : [...new Set([...own, ...Object.values(byLanguage).flat()])];
}
