import { expect, test } from "vitest";
import { decision, fact, type KeptRow, keptOf, plan, preference, say } from "./say.ts";

const en = { language: "en" };

const kept: readonly KeptRow[] = [
  // decisions
  ["We settled on the blue tiles", [decision("We settled on the blue tiles")]],
  [
    "We changed our minds, we're going to Greece instead",
    [decision("We changed our minds, we're going to Greece instead")],
  ],
  [
    "We changed our minds: the party will be indoors, not outside",
    [decision("The party will be indoors, not outside")],
  ],
  [
    "I changed my mind about the sofa, I want the grey one",
    [decision("I changed my mind about the sofa, I want the grey one")],
  ],
  ["We went with the oak floor", [decision("We went with the oak floor")]],
  [
    "I've decided not to renew the gym membership",
    [decision("Decided not to renew the gym membership")],
  ],
  ["We agreed to split the rent 60/40", [decision("We agreed to split the rent 60/40")]],
  [
    "We agreed that the budget is 1200 euros",
    [decision("We agreed that the budget is 1200 euros")],
  ],
  ["We agreed on 900 euros a month", [decision("We agreed on 900 euros a month")]],
  [
    "We've chosen the name Edda for the baby",
    [decision("We've chosen the name Edda for the baby")],
  ],
  [
    "From now on I want answers in metric units",
    [decision("From now on I want answers in metric units")],
  ],
  ["From now on, no meat on weekdays", [decision("From now on, no meat on weekdays")]],
  [
    "Let's keep the thermostat at 19 degrees",
    [decision("Let's keep the thermostat at 19 degrees")],
  ],
  ["Please always use metric units", [preference("Please always use metric units")]],
  ["Call me doctor, please", [fact("Called doctor", "nickname")]],
  ["We picked Lisbon for the honeymoon", [decision("We picked Lisbon for the honeymoon")]],
  [
    "It's settled: we spend Christmas in Wales",
    [decision("It's settled: we spend Christmas in Wales")],
  ],
  ["The living room will be dark blue", [decision("The living room will be dark blue")]],
  ["The wedding will be in Tuscany", [decision("The wedding will be in Tuscany")]],
  ["We will stay at the Hotel Miramar", [plan("We will stay at the Hotel Miramar")]],
  ["We're staying with my cousin in Prague", [plan("We're staying with my cousin in Prague")]],
  ["We're flying with Finnair", [plan("We're flying with Finnair")]],
  // plans
  [
    "I'm flying to Helsinki on the 9th of May",
    [plan("I'm flying to Helsinki on the 9th of May 2026")],
  ],
  [
    "We have a table at Nopi on Friday at 8",
    [plan("We have a table at Nopi on Friday 2026-03-06 at 8")],
  ],
  [
    "My dentist appointment is on March 12 at 10:30",
    [plan("My dentist appointment is on March 12 2026 at 10:30", "dentist_date")],
  ],
  [
    "I've got a doctor's appointment next Tuesday at 9",
    [plan("I've got a doctor's appointment on Tuesday 2026-03-10 at 9", "doctor_date")],
  ],
  [
    "The plumber comes on Thursday between 8 and 10",
    [plan("The plumber comes on Thursday 2026-03-05 between 8 and 10", "plumber_date")],
  ],
  [
    "My sister arrives on Saturday at noon",
    [plan("My sister arrives on Saturday 2026-03-07 at noon")],
  ],
  [
    "My parents are coming to stay next weekend",
    [plan("My parents are coming to stay next weekend")],
  ],
  [
    "The car goes in for its service on the 20th",
    [plan("The car goes in for its service on 2026-03-20")],
  ],
  [
    "The concert is on May 3rd at the Barbican",
    [plan("The concert is on May 3rd 2026 at the Barbican", "concert_date")],
  ],
  ["The rent is due on the 1st", [plan("The rent is due on 2026-04-01")]],
  ["School starts on September 3rd", [plan("School starts on September 3rd 2026")]],
  ["On June 1st we're moving house", [plan("On June 1st 2026 we're moving house")]],
  ["I'm having surgery on April 2", [plan("I'm having surgery on April 2 2026", "surgery_date")]],
  [
    "Our flight leaves at 6:15 on March 20",
    [plan("Our flight leaves at 6:15 on March 20 2026", "flight_date")],
  ],
  [
    "We're going camping in the Lakes in July",
    [plan("We're going camping in the Lakes in July 2026")],
  ],
  ["The kids have a half day on Friday", [plan("The kids have a half day on Friday 2026-03-06")]],
  [
    "I'm picking up the keys on Wednesday at five",
    [plan("I'm picking up the keys on Wednesday 2026-03-04 at five")],
  ],
  ["The car insurance expires on 2026-11-30", [plan("The car insurance expires on 2026-11-30")]],
  ["My contract ends in December", [plan("My contract ends in December 2026")]],
  ["My visa runs out in June", [plan("My visa runs out in June 2026")]],
  ["Trash is collected on Tuesdays", [fact("Trash is collected on Tuesdays")]],
  ["The bins go out on Monday nights", [fact("The bins go out on Monday nights")]],
  // possessions
  ["I drive a Skoda Octavia", [fact("Drives a Skoda Octavia", "car")]],
  ["My car is a 2014 Mazda", [fact("My car is a 2014 Mazda", "car")]],
  ["My licence plate is KX21 ABC", [fact("My licence plate is KX21 ABC", "licence_plate")]],
  ["The plate of my car is KX21 ABC", [fact("The plate of my car is KX21 ABC", "licence_plate")]],
  ["I have a Brompton bike", [fact("Has a Brompton bike")]],
  ["My bike is a red Trek", [fact("My bike is a red Trek", "bike")]],
  ["My phone is a Pixel 8", [fact("My phone is a Pixel 8", "phone_model")]],
  ["We have a tortoise", [fact("We have a tortoise")]],
  ["Our dog is a border collie", [fact("Our dog is a border collie")]],
  ["Our dog is eight years old", [fact("Our dog is eight years old", "dog_age")]],
  ["My laptop is a ThinkPad", [fact("My laptop is a ThinkPad", "laptop")]],
  ["The boiler is a Vaillant", [fact("The boiler is a Vaillant", "boiler")]],
  ["We have solar panels", [fact("We have solar panels")]],
  ["I take a size 42 shoe", [fact("Shoe size 42", "shoe_size")]],
  // kept
  [
    "The spare keys are in the drawer by the door",
    [fact("The spare keys are in the drawer by the door", "spare_key_place")],
  ],
  ["The passports are in the safe", [fact("The passports are in the safe", "passport_place")]],
  ["I keep my insulin in the fridge", [fact("I keep my insulin in the fridge", "insulin_place")]],
  [
    "The Christmas lights are in the attic",
    [fact("The Christmas lights are in the attic", "christmas_lights_place")],
  ],
  ["The drill is in the garden shed", [fact("The drill is in the garden shed", "drill_place")]],
  [
    "My password hint is on the fridge",
    [fact("My password hint is on the fridge", "password_hint_place")],
  ],
  [
    "The fuse box is behind the coat rack",
    [fact("The fuse box is behind the coat rack", "fuse_box_place")],
  ],
  ["The stopcock is under the sink", [fact("The stopcock is under the sink", "stopcock_place")]],
  ["We keep the tools in the shed", [fact("We keep the tools in the shed", "tools_place")]],
  [
    "The manual for the boiler is in the blue folder",
    [fact("The manual for the boiler is in the blue folder", "manual_for_the_boiler_place")],
  ],
  // remember
  [
    "Remember that the alarm code is 9021",
    [fact("The alarm code is 9021", { key: "alarm_code", sensitivity: "secret" })],
  ],
  ["Remember my sister is vegan", [fact("My sister is vegan", "sister_diet")]],
  ["Don't forget that Ella has a nut allergy", [fact("Ella has a nut allergy", { importance: 1 })]],
  ["Please note that I'm away in August", [plan("I'm away in August 2026")]],
  ["For the record, I hate surprises", [preference("Hates surprises")]],
  ["Keep in mind that I'm on a tight budget", [fact("I'm on a tight budget")]],
  [
    "Note: the heating engineer is called Olga",
    [fact("The heating engineer is called Olga", "heating_engineer_name")],
  ],
  ["Remember I don't eat pork", [preference("I don't eat pork")]],
  ["Make a note that the garage takes cash only", [fact("The garage takes cash only")]],
  ["You should know that I use a wheelchair", [fact("I use a wheelchair")]],
  // corrections
  [["I live in Bath", "Sorry, I meant Bristol"], [fact("Lives in Bristol", "home_city")]],
  ["No, actually I work at Lidl now", [fact("Works at Lidl now", "employer")]],
  ["I don't live in Leeds any more, I live in York", [fact("Lives in York", "home_city")]],
  ["I no longer work at Tesco", [fact("No longer works at Tesco", "employer")]],
  // prices
  ["The rent is 950 euros", [fact("The rent is 950 euros")]],
  ["Our rent is 950 euros a month", [fact("Our rent is 950 euros a month")]],
  ["I pay 40 euros a month for the gym", [preference("Pays 40 euros a month for the gym")]],
  ["The cleaner charges 15 pounds an hour", [fact("The cleaner charges 15 pounds an hour")]],
  ["My gym membership costs 30 a month", [fact("My gym membership costs 30 a month")]],
  ["The wifi is called Otter", [fact("The wifi is called Otter", "wifi_name")]],
  [
    "The wifi password is hunter22",
    [fact("The wifi password is hunter22", { key: "wifi_password", sensitivity: "secret" })],
  ],
  ["I bake bread at 230 degrees", [preference("I bake bread at 230 degrees")]],
  [
    "The thermostat is set to 20 degrees at night",
    [fact("The thermostat is set to 20 degrees at night")],
  ],
  ["We keep the bedroom at 17 degrees", [preference("We keep the bedroom at 17 degrees")]],
  ["My commute takes 40 minutes", [fact("My commute takes 40 minutes")]],
  ["My salary is 32000", [fact("My salary is 32000", "salary")]],
  ["I earn 2400 a month", [fact("Earns 2400 a month")]],
  ["The subscription renews on March 1st", [fact("The subscription renews on March 1st")]],
  // thirdparty
  [
    "My neighbour feeds the cat when we're away",
    [preference("My neighbour feeds the cat when we're away")],
  ],
  ["Our neighbour Mr. Patel has a spare key", [fact("Our neighbour Mr. Patel has a spare key")]],
  ["Grandma makes the cake every Easter", [preference("Grandma makes the cake every Easter")]],
  ["Mrs. Lopez next door has our spare key", [fact("Mrs. Lopez next door has our spare key")]],
  ["My brother is vegan", [fact("My brother is vegan", "brother_diet")]],
  ["My brother got divorced", [fact("My brother got divorced")]],
  ["My aunt died in March", [fact("My aunt died in March 2026")]],
  ["My cousin is getting married in May", [plan("My cousin is getting married in May 2026")]],
  ["My friend Sol is a pilot", [fact("My friend Sol is a pilot", "sol_job")]],
  ["Ben is my brother", [fact("Ben is my brother", "brother_name")]],
  ["Marta is our accountant", [fact("Marta is our accountant", "accountant")]],
  ["Leo is in year four", [fact("Leo is in year four")]],
  ["My daughter plays the cello", [preference("My daughter plays the cello")]],
  ["My kids go to school by bike", [fact("My kids go to school by bike")]],
  ["My son speaks French", [fact("My son speaks French", "son_languages")]],
  ["My partner and I met in 2011", [fact("My partner and I met in 2011")]],
  ["My wife and I are vegetarian", [fact("My wife and I are vegetarian", "diet")]],
  ["My sister has three kids", [fact("My sister has three kids")]],
  ["My sister has twins", [fact("My sister has twins")]],
  ["I have two sisters", [fact("Has two sisters")]],
  ["I'm the youngest of four", [fact("I'm the youngest of four")]],
  ["Anna and Ben are vegetarians", [fact("Anna and Ben are vegetarians", "anna_ben_diet")]],
  ["Everyone in my family is left-handed", [fact("Everyone in my family is left-handed")]],
  ["We're expecting a baby in July", [fact("We're expecting a baby in July")]],
  [
    "The phone number of the school is 555 1234",
    [fact("The phone number of the school is 555 1234", "school_phone")],
  ],
  ["My work phone number is 555 0199", [fact("My work phone number is 555 0199", "work_phone")]],
  [
    "The plumber is called Dariusz and he comes on Tuesday",
    [
      fact("The plumber is called Dariusz", "plumber"),
      plan("The plumber Dariusz comes on Tuesday 2026-03-03", "plumber_date"),
    ],
  ],
  [
    "My landlord is Mr. Byrne. He lives in Cork",
    [
      fact("My landlord is Mr. Byrne", "landlord"),
      fact("My landlord Mr. Byrne lives in Cork", "mr_byrne_home_city"),
    ],
  ],
  [
    "The password for the streaming account is fig7",
    [
      fact("The password for the streaming account is fig7", {
        key: "streaming_account_password",
        sensitivity: "secret",
      }),
    ],
  ],
  ["The cleaner comes every other Monday", [fact("The cleaner comes every other Monday")]],
  ["In winter I swim in the lake", [preference("Swims in the lake in winter")]],
  ["As a child I lived in Oslo", [fact("As a child I lived in Oslo")]],
  ["My mum and dad live in Kent", [fact("My mum and dad live in Kent", "mother_father_home_city")]],
  [
    "My mother and I are going to Rome on May 3",
    [plan("My mother and I are going to Rome on May 3 2026")],
  ],
  ["The kitchen will be white, not grey", [decision("The kitchen will be white, not grey")]],
  [
    "We've booked a table for Saturday at 8",
    [plan("We've booked a table for Saturday 2026-03-07 at 8")],
  ],
  ["The hotel is called The Crown", [fact("The hotel is called The Crown", "hotel_name")]],
  ["I take my pills at night", [fact("I take my pills at night")]],
  ["Nuts make me sick", [fact("Nuts make me sick")]],
  ["We're staying at The Grand", [plan("We're staying at The Grand")]],
  ["I used to work at Nokia", [fact("I used to work at Nokia")]],
  ["My brother is Ian", [fact("My brother is Ian", "brother_name")]],
];

test.each(kept)("extractOffline() keeps what is stated in English: %j", (said, expected) => {
  expect(keptOf(expected, say(said, en))).toEqual(expected);
});
