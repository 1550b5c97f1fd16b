/** Names of people, places and institutions, by how texts write them. */
import { numberOf } from './number-words.ts';
import { type Word, wordsOf } from './words.ts';

export interface NameValue {
  readonly kind: 'name';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isPerson: boolean;
}

/** Without the ending of a genitive. */
const plainName = (word: string) => word.replace(/(?<=\p{Ll}{3})(?:’s|'s|s)$/u, '');

export const partsOf = (name: string): string[] => wordsOf(name).map(({ text }) => plainName(text));

const TITLE = /^(?:Dr|Prof|Mag|Ing|Frau|Herr|Professor(?:in)?|Mr|Mrs|Ms|Minister(?:in)?)$/;
/** Capitalized at the start of a sentence, or always, and no part of a name. */
const NO_NAME =
  /^(?:KI|AI|Die|Der|Das|Den|Dem|Des|Eine?|In|Im|Am|An|Auf|Aus|Ab|Bei|Beim|Mit|Nach|Von|Vor|Zu|Zum|Zur|Für|Seit|Wer|Was|Wie|Und|Oder|Er|Sie|Es|Ich|Wir|The|A|An|At|On|For|Of|This|These|Their|They|He|She|We|It|Most|Only|Januar|Jänner|Februar|März|Mai|Juni|Juli|Oktober|Dezember|January|February|March|April|May|June|July|August|September|October|November|December|Anfang|Mitte|Ende|Frühjahr|Sommer|Herbst|Winter|Euro|Prozent|Deutsch|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)$/;
const NOUN =
  /(?:ung|ungen|heit|keit|schaft|ion|ionen|tät|ment|ismus|chen|lein|ende|enden|ender|(?<=\p{L}{4})erin|innen|kurse?n?|schulen?|prozent|tests?|werkzeuge?n?|kräfte?n?|jahre?n?|tage?|modelle?|texte?|zeit|geld|hilfe|arbeit)$/iu;
const BEFORE_PLACE = /(?:^|\s)(?:in|aus|nach|bei|near|at|from|von)\s$/i;
/** An institution has an article, a person none. */
const BEGINS_PLACE =
  /^(?:Sankt|Bad|Haus|Hotel|Verlag|Stiftung|Institut|Akademie|Universität|Hochschule|Volkshochschule)$/;
const ARTICLE = /(?:^|\s)(?:der|die|das|des|dem|den|vom|beim|im|zum|zur|am|the|einer?|eines|einem)\s$/i;

const isCapitalized = ({ text }: Word) => /^\p{Lu}[\p{L}'’-]*\p{Ll}/u.test(text) && !NO_NAME.test(text);

const LONGEST_QUOTE = 4;

function quotedNames(text: string): NameValue[] {
  return Array.from(text.matchAll(/[«„“"]([^«»„“”".,!?]{2,40})[»“”"]/gu))
    .filter(([, name = '']) => name.split(/\s+/).length <= LONGEST_QUOTE)
    .map(({ 0: all, 1: name = '', index }) => {
      return { kind: 'name', text: name, start: index + 1, end: index + all.length - 1, isPerson: false };
    });
}

/** Whether a word follows the one before it in the same name; a point is between a title and a name only. */
function isNext(word: Word, before: Word, text: string): boolean {
  const gap = text.slice(before.end, word.start);
  return isCapitalized(word) && (gap === ' ' || (gap === '. ' && TITLE.test(before.text)));
}

/** Capitalized words that follow each other. */
function runsIn(text: string): Word[][] {
  const runs: Word[][] = [];
  for (const word of wordsOf(text).filter(isCapitalized)) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && isNext(word, before, text)) run.push(word);
    else runs.push([word]);
  }
  return runs;
}

function nameOf(words: readonly Word[], text: string, isPerson: boolean): NameValue[] {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return [];
  return [{ kind: 'name', text: text.slice(first.start, last.end), start: first.start, end: last.end, isPerson }];
}

/** `anderthalb Stunden Vorbereitung` is no name. */
const isCounted = (before: string) => {
  const last = wordsOf(before).at(-1);
  return (
    last !== undefined &&
    before.endsWith(`${last.text} `) &&
    (/^\d/.test(last.text) || numberOf(last.text) !== undefined)
  );
};

/** In German a single capitalized word is a noun: it is a name after a title or after a preposition without article. */
function namesOfRun(run: readonly Word[], text: string): NameValue[] {
  const title = run.findLastIndex(({ text: word }) => TITLE.test(word));
  const named = run.slice(title + 1);
  const [first] = named;
  if (!first || isCounted(text.slice(0, first.start))) return [];
  if (named.length > 1) {
    const pair = named.slice(-2);
    const isInstitution =
      BEGINS_PLACE.test(first.text) || (run.length === 2 && ARTICLE.test(text.slice(0, first.start)));
    const isPerson = !isInstitution && pair.every(({ text: word }) => !NOUN.test(word));
    return nameOf(isPerson ? pair : named, text, isPerson);
  }
  const isNoun = NOUN.test(first.text);
  if (title >= 0) return nameOf(named, text, true);
  return !isNoun && BEFORE_PLACE.test(text.slice(0, first.start)) ? nameOf(named, text, false) : [];
}

export function namesIn(text: string): NameValue[] {
  const names = [...quotedNames(text), ...runsIn(text).flatMap((run) => namesOfRun(run, text))];
  return names.sort((one, other) => one.start - other.start);
}
