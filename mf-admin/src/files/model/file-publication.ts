import { isMoment } from './moment-text.ts';

const wordsOf = (isPublic: boolean, words: string) => words.split(' ').map((word) => [word, isPublic] as const);

const YES = 'true yes on y 1 ja wahr always';
const NO = 'false no off n 0 nein falsch never none';

/** Whether a word makes a post public; other words are not known. */
const IF_YES = new Map([...wordsOf(true, YES), ...wordsOf(false, NO)]);
const IF_NO = new Map([...wordsOf(true, NO), ...wordsOf(false, YES)]);
const BY_STATE = new Map([
  ...IF_YES,
  ...wordsOf(true, 'public publish published scheduled future live visible everyone featured'),
  ...wordsOf(true, 'veröffentlicht öffentlich geplant'),
  ...wordsOf(false, 'draft private hidden pending unpublished trash archived members paid entwurf privat'),
]);

type Words = ReadonlyMap<string, boolean>;

const keysOf = (words: Words, keys: string) => keys.split(' ').map((key) => [key, words] as const);

/** The publication of a post as other programs state it. */
const KEYS: ReadonlyMap<string, Words> = new Map([
  ...keysOf(IF_YES, 'published publish public ispublished ispublic live render buildrender buildlist'),
  ...keysOf(IF_YES, 'veröffentlicht veroeffentlicht öffentlich oeffentlich'),
  ...keysOf(IF_NO, 'draft isdraft unpublished private isprivate hidden ishidden hide unlisted headless secret'),
  ...keysOf(IF_NO, 'protected members membersonly premium paid entwurf privat eleventyexcludefromcollections'),
  ...keysOf(
    BY_STATE,
    'status poststatus publishstatus publicationstatus state visibility access audience sichtbarkeit zustand',
  ),
  ...keysOf(IF_NO, 'encrypt password passwords expirydate expires expirationdate unpublishdate'),
]);

/** A key as it is compared: 'is_draft', 'isDraft' and 'Is draft' are one. */
export const keyOf = (name: string): string =>
  /^[a-z]+$/.test(name)
    ? name
    : name
        .normalize('NFC')
        .toLowerCase()
        .replaceAll(/[\s_.-]+/g, '');

export const isOfPublication = (name: string): boolean => KEYS.has(keyOf(name));

function isPublic(name: string, word: string): boolean | undefined {
  const words = KEYS.get(keyOf(name));
  if (!words || word === '') return true;
  return words.get(word) ?? (words === IF_YES && isMoment(word) ? true : undefined);
}

const isSecret = (name: string) => /^passw/i.test(name);

function noteOf(name: string, value: string, isKnown: boolean): string[] {
  if (isSecret(name)) return ['It has a password, so it becomes a draft.'];
  if (!isKnown) return [`${name}: “${value}” is not known to be public, so it becomes a draft.`];
  return keyOf(name) === 'draft' ? [] : [`${name}: it is “${value}”, so it becomes a draft.`];
}

export interface FilePublication {
  readonly isUnpublished: boolean;
  readonly notes: readonly string[];
}

/** Whatever is not known to be public is a draft, without a date. An empty value says nothing. */
export function publicationInFile(
  values: Iterable<readonly [name: string, value: string]>,
  hasDate = false,
): FilePublication {
  const held: string[][] = [];
  for (const [name, given] of values) {
    const value = given.trim();
    const verdict = isPublic(name, value.toLowerCase());
    if (verdict !== true) held.push(noteOf(name, value, verdict === false));
  }
  const isUnpublished = held.length > 0;
  const undated = isUnpublished && hasDate ? ['Its date is not used, as it is a draft.'] : [];
  return { isUnpublished, notes: [...held.flat(), ...undated] };
}
