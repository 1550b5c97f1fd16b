const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const JOINED = /[\p{L}\p{Nd}]+(?:[/\-*:._][\p{L}\p{Nd}]+)*/gu;
/** Scripts without blanks have each letter as a word. */
const PART =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{Nd}])+/gu;

const FOLDED: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', œ: 'oe', ł: 'l', ø: 'o', đ: 'd', ς: 'σ' },
};
const PLAIN: Readonly<Record<string, string>> = { ae: 'a', oe: 'o', ue: 'u' };

/** A word as it is compared: without capitals, ß, umlauts and accents. */
const folded = (word: string) =>
  [...word.toLowerCase()]
    .map((letter) => FOLDED[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .join('')
    .normalize('NFC');

/** A folded word that an author may have written without its dots, too. */
const undotted = (word: string) => word.replace(/ae|oe|ue/g, (vowels) => PLAIN[vowels] ?? vowels);

export interface Word {
  /** One for a word that stands alone. */
  readonly parts: readonly string[];
  readonly whole: string;
}

/** The rule of the site search about words, in their order. */
export function wordsIn(text: string): readonly Word[] {
  const visible = text.normalize('NFC').replace(INVISIBLE, '');
  return (visible.match(JOINED) ?? []).map((word) => {
    const parts = (word.match(PART) ?? []).map(folded);
    return { parts, whole: parts.join('') };
  });
}

/** Neighbours, which may be one word elsewhere. */
export function neighboursIn(text: string): readonly Word[] {
  const words = wordsIn(text).flatMap(({ parts }) => parts);
  return words.slice(1).map((second, i) => {
    const parts = [words[i] ?? '', second];
    return { parts, whole: parts.join('') };
  });
}

export interface Stemmer {
  /** The stem of a folded word. */
  stem(word: string): string;
  isStopWord(word: string): boolean;
}

/** A shorter word need not be found as a beginning. */
const SHORTEST_BEGINNING = 3;

const isStem = (query: string, word: string, { stem }: Stemmer) =>
  stem(word) === stem(query) || (query.length >= SHORTEST_BEGINNING && word.startsWith(query));
const isWithin = (query: string, word: string, { stem }: Stemmer) => undotted(word).includes(undotted(stem(query)));

/** Whether a query has to find a text; undefined where the rule leaves it open, as with parts of compounds. */
export function finds(query: string, text: string, stemmer: Stemmer): boolean | undefined {
  const words = wordsIn(text).flatMap(({ parts, whole }) => [...parts, whole]);
  const has = (is: typeof isStem) => (wanted: string) => words.some((word) => is(wanted, word, stemmer));
  const asked = wordsIn(query);
  const isFiller = ({ parts }: Word) => parts.every((part) => stemmer.isStopWord(part));
  const needed = asked.every(isFiller) ? asked : asked.filter((word) => !isFiller(word));
  const isFound = ({ parts, whole }: Word) => parts.every(has(isStem)) || words.includes(whole);
  if (needed.every(isFound)) return needed.length > 0;
  const parts = needed.filter(({ whole }) => !has(isWithin)(whole)).flatMap((word) => word.parts);
  const wholes = neighboursIn(query).filter(({ whole }) => has(isStem)(whole));
  const isJoined = (part: string) => wholes.some((pair) => pair.parts.includes(part));
  const missing = parts.filter((part) => !stemmer.isStopWord(part) && !has(isWithin)(part) && !isJoined(part));
  return missing.length > 0 ? false : undefined;
}
