/**
 * Pairs that were written down before the code that judges them: what is a change of mind or a contradiction, and what
 * only looks alike. All are learned in conversations, on one day where none is given.
 */
export const contradictions: readonly (readonly [string, string])[] = [
  ["Eats pasta with cheese", "Eats pasta without cheese"],
  ["Ana drinks coffee in the evening", "Ana doesn't drink coffee in the evening"],
  ["The alarm code ends with 41", "The alarm code ends with 47"],
  ["The rent is 850 euros a month", "The rent is 920 euros a month"],
  ["Marta eats meat", "Marta no longer eats meat"],
  ["The heating is set to 19 degrees at night", "The heating is set to 21 degrees at night"],
];

export const lookAlikes: readonly (readonly [string, string])[] = [
  ["Marta lives in Reus", "Pau lives in Reus"],
  ["Marta phoned Pau about the boat", "Pau phoned Marta about the boat"],
  ["The bin is emptied on Tuesdays", "The bin is emptied on Thursdays"],
  ["Prefers tea to coffee at breakfast", "Prefers coffee to tea at breakfast"],
  ["Likes green tea in the morning", "Likes black tea in the morning"],
  ["The left tap drips", "The right tap drips"],
  ["Wants to learn to sail", "Wants to learn to sew"],
  ["Bought a bike for his son", "Bought a bike for his daughter"],
  ["The dentist's appointment is in March", "The dentist's appointment is in May"],
  ["The bedroom is painted blue", "The bathroom is painted blue"],
  ["Birthday of Ana is on the 3rd of June", "Birthday of Eva is on the 3rd of June"],
  ["Feeds the cat before the dog", "Feeds the dog before the cat"],
  ["Is going to sell the old car", "Is going to sell the old house"],
  ["Has lunch with Joan on workdays", "Has lunch with Joana on workdays"],
  ["Paid the plumber 60 euros", "Paid the plumber 80 euros"],
];
