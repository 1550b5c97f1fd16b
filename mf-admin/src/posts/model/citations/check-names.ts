/** Whether the names of a claim are in its source, with the same part in what it tells. */
import { isSameDate } from './dates.ts';
import type { Finding, State } from './finding.ts';
import { type NameValue, partsOf } from './names.ts';
import { isSameNumber } from './numbers.ts';
import { type Claim, isContrast, similarity } from './similarity.ts';
import type { Passage, SourceText } from './source-text.ts';
import { likeness, stemOf, wordsOf } from './words.ts';

const lastOf = ({ text }: NameValue) => partsOf(text).at(-1) ?? '';

/** Names that begin alike, such as Lüttich and Lüttgen. */
function isAlike(one: string, other: string): boolean {
  let same = 0;
  while (one[same] !== undefined && one[same] === other[same]) same += 1;
  return one !== other && /^\p{Lu}/u.test(other) && same >= 4 && same >= 0.4 * Math.max(one.length, other.length);
}

/** Words that end so are seldom names. */
const NOUN = /(?:ung|en|er)$/;

/** A person of whom the source has one part of the name with another one. */
function checkPerson(name: NameValue, { words, persons }: SourceText): State | undefined {
  const [first = '', last = ''] = partsOf(name.text);
  if (persons.some((person) => person[0] === first && person.at(-1) === last)) return undefined;
  if (persons.some((person) => person.length > 1 && person.at(-1) === last)) return 'contradicted';
  return !words.has(last) && persons.some((person) => person[0] === first) ? 'contradicted' : undefined;
}

function stateOfName(name: NameValue, claim: Claim, source: SourceText): State | undefined {
  const { words, persons } = source;
  const parts = partsOf(name.text);
  const last = lastOf(name);
  const ofPerson = name.isPerson && parts.length === 2 ? checkPerson(name, source) : undefined;
  if (ofPerson || last.length < 4 || words.has(last)) return ofPerson;
  if (/[«„]$/.test(claim.text.slice(0, name.start))) {
    return parts.every((part) => words.has(part)) ? 'supported' : 'contradicted';
  }
  const alike = [...words].find((word) => isAlike(last, word));
  if (alike && (name.isPerson || !NOUN.test(last) || persons.some((person) => person.includes(alike)))) {
    return 'contradicted';
  }
  return name.isPerson && parts.every((part) => !words.has(part)) ? 'not found' : undefined;
}

/** The word before a name that is no person's, such as `Volkshochschule` or `in`; `person` for others. */
function formOf(name: NameValue, text: string): string {
  if (name.isPerson) return 'person';
  if (partsOf(name.text).length > 1) return 'institution';
  return /(\p{Lu}\p{Ll}+|in|aus)\s$/u.exec(text.slice(0, name.end - lastOf(name).length))?.[1] ?? '';
}

const wordsIn = (passage: Passage | undefined) => (passage ? partsOf(passage.sentence.text) : []);

/** Names in a passage that could be meant instead of one of the claim. */
function othersIn(passage: Passage | undefined, name: NameValue, form: string, { persons }: SourceText): string[] {
  const last = lastOf(name);
  const alike = name.isPerson
    ? wordsIn(passage).filter((word) => persons.some((person) => person.at(-1) === word))
    : (passage?.names ?? [])
        .filter((other) => !other.isPerson && formOf(other, passage?.sentence.text ?? '') === form)
        .map(lastOf);
  return alike.filter((word) => word !== last);
}

/** Whether a passage that has the name says of another one what the claim says. */
function isOfNeighbour(name: NameValue, claim: Claim, passage: Passage): boolean {
  const candidate = (value: NameValue) => ({ value, passage, score: 0 });
  const own = passage.names.find((other) => lastOf(other) === lastOf(name));
  const others = passage.names.filter(
    (other) => other.isPerson === name.isPerson && !claim.names.some((one) => lastOf(one) === lastOf(other)),
  );
  return own !== undefined && others.some((other) => isContrast(claim, candidate(own), candidate(other), name.start));
}

const EACH_VALUE = 0.4;

const valuesIn = (passage: Passage, { numbers, dates }: Claim) =>
  numbers.filter((one) => passage.numbers.some((other) => isSameNumber(one, other))).length +
  dates.filter((one) => passage.dates.some((other) => isSameDate(one, other))).length;

/** The passages by how well they tell of the rest of the claim. */
function bestWithout(name: NameValue, claim: Claim, source: SourceText) {
  const own = new Set(partsOf(name.text).map(stemOf));
  const rest = claim.stems.filter(({ stem }) => !own.has(stem));
  return source.passages
    .map((passage) => ({ passage, score: similarity(rest, passage) + EACH_VALUE * valuesIn(passage, claim) }))
    .toSorted((one, other) => other.score - one.score);
}

const CLEARLY_LESS = 0.75;

/** Whether the passage that tells of the same has another name of this form, and not this one. */
function isOfAnother(name: NameValue, claim: Claim, source: SourceText): boolean {
  const last = lastOf(name);
  const form = formOf(name, claim.text);
  if (form === '' || (name.isPerson && !source.words.has(last))) return false;
  const scored = bestWithout(name, claim, source);
  const best = scored[0];
  if (!best) return false;
  const named = scored.find(({ passage }) => wordsIn(passage).includes(last));
  if (named && name.isPerson && isOfNeighbour(name, claim, named.passage)) return true;
  if (named === best) return isOfNeighbour(name, claim, best.passage);
  const near = [-1, 1].map((step) => source.passages[best.passage.index + step]);
  const isHere = othersIn(best.passage, name, form, source).length > 0;
  const isNear = name.isPerson && near.some((passage) => othersIn(passage, name, form, source).length > 0);
  if (!isHere && (!isNear || near.some((passage) => wordsIn(passage).includes(last)))) return false;
  return (named?.score ?? 0) < CLEARLY_LESS * best.score;
}

/** Last names of the source's persons that a claim says alone. */
function lastNamesIn({ text, names }: Claim, { persons }: SourceText): NameValue[] {
  const lasts = new Set(persons.filter(({ length }) => length > 1).map((person) => person.at(-1)));
  return wordsOf(text)
    .filter(
      (word) =>
        lasts.has(partsOf(word.text)[0]) && !names.some(({ start, end }) => start <= word.start && word.end <= end),
    )
    .map(({ text: name, start, end }) => ({ kind: 'name', text: name, start, end, isPerson: true }));
}

const COMPOUND = /^\p{Lu}[\p{L}-]*\p{Ll}-(\p{Lu}\p{Ll}{3,})$/u;
const INSTITUTION =
  /^(?:Akademie|Fonds|Gesellschaft|Institut|Preis|Schule|Stiftung|Universität|Verein|Verlag|Zentrum)$/;

/** Names like `Ostermann-Stiftung`, of which the source has another with the same last part, or no part. */
export function checkCompounds({ text }: Claim, { words }: SourceText): Finding[] {
  return wordsOf(text).flatMap(({ text: word, start, end }): Finding[] => {
    const [, last = ''] = COMPOUND.exec(word) ?? [];
    if (last === '' || words.has(word)) return [];
    const value = { kind: 'name' as const, text: word, start, end, isPerson: false };
    if ([...words].some((other) => other.endsWith(`-${last}`))) return [{ value, state: 'contradicted' }];
    const isUnsaid = INSTITUTION.test(last) && !word.split('-').some((part) => words.has(part));
    return isUnsaid ? [{ value, state: 'not found' }] : [];
  });
}

const PAIR = /(\p{Lu}\p{Ll}{3,}) (?=(\p{Lu}\p{Ll}{3,}))/gu;

const pairsIn = (text: string) =>
  Array.from(text.matchAll(PAIR), ({ 1: first = '', 2: second = '', index }) => ({ first, second, index }));

/** Parts of longer names, such as `Larkmoor Skills Trust`, of which the source always has another one before the next. */
export function checkParts({ text, names }: Claim, { text: said, words }: SourceText): Finding[] {
  const known = pairsIn(said);
  const isSaid = (part: string) => [...words].some((word) => likeness(stemOf(part), stemOf(word)) > 0);
  return pairsIn(text).flatMap(({ first, second, index }): Finding[] => {
    if (isSaid(first) || names.some(({ start, isPerson }) => isPerson && start === index)) return [];
    const count = said.split(new RegExp(`(?<!\\p{L})${second}(?!\\p{L})`, 'u')).length - 1;
    const isChanged = count > 0 && known.filter((pair) => pair.second === second).length === count;
    const value = { kind: 'name' as const, text: first, start: index, end: index + first.length, isPerson: false };
    return isChanged ? [{ value, state: 'contradicted' }] : [];
  });
}

/** A last name alone is checked within the passage about the same only. */
export function checkLastNames(claim: Claim, source: SourceText): Finding[] {
  return lastNamesIn(claim, source).flatMap((value): Finding[] => {
    const best = bestWithout(value, claim, source)[0];
    const isThere = best && wordsIn(best.passage).includes(lastOf(value));
    return isThere && isOfNeighbour(value, claim, best.passage) ? [{ value, state: 'contradicted' }] : [];
  });
}

export function checkName(value: NameValue, claim: Claim, source: SourceText): Finding[] {
  const state = stateOfName(value, claim, source) ?? (isOfAnother(value, claim, source) ? 'contradicted' : undefined);
  return state ? [{ value, state }] : [];
}

const LANGUAGES = ['de', 'en'];
const COUNTRIES =
  'AT BE BG CA CH CN CY CZ DE DK EE ES FI FR GB GR HR HU IE IN IS IT JP LI LT LU LV MT NL NO PL PT RO SE SI SK UA US';
const codes = new Map(
  LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    return COUNTRIES.split(' ').map((code): [string | undefined, string] => [names.of(code), code]);
  }),
);

const countriesIn = (text: string) =>
  wordsOf(text).flatMap((word) => {
    const code = codes.get(word.text);
    return code ? [{ ...word, code }] : [];
  });

/** Countries, which English and German texts name differently. */
export function checkCountries(claim: Claim, source: SourceText): Finding[] {
  const known = new Set(countriesIn(source.text).map(({ code }) => code));
  if (known.size === 0) return [];
  return countriesIn(claim.text)
    .filter(({ code, text }) => !known.has(code) && !source.text.includes(text))
    .map(({ text, start, end }) => ({
      value: { kind: 'name', text, start, end, isPerson: false },
      state: 'not found',
    }));
}
