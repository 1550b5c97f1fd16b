/** Words of a text, with what tells two texts about the same thing from others. */

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu;

export const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(WORD), (found) => ({
    text: found[0],
    start: found.index,
    end: found.index + found[0].length,
  }));

const COMMON = new Set(
  `der die das den dem des ein eine einen einem einer eines kein keine keinen und oder aber sondern denn weil dass ob wenn als wie
  in im an am auf aus bei beim mit nach von vom vor zu zum zur über unter für um durch gegen ohne bis seit während
  ist sind war waren wird werden wurde wurden worden hat haben hatte hatten sein gewesen kann können konnte soll sollen muss müssen
  darf dürfen will wollen er sie es ihn ihm ihr ihre ihren ihrem ihrer ihres seine seinen seinem seiner sich man wer was wo
  welche welcher welches diese dieser dieses diesem diesen jene jener jenes dafür dazu davon damit dabei daran darauf auch nur noch
  schon sehr so nicht mehr dann da dort hier laut zufolge nämlich etwa rund gut knapp fast genau
  the a an of to in on at for by with from and or but that which who is are was were be been has have had it its they their
  this these those as than not no into after before about one`.split(/\s+/),
);

const FOLDED: Readonly<Record<string, string>> = { ä: 'a', ö: 'o', ü: 'u', ß: 'ss', é: 'e', è: 'e' };

const folded = (word: string) => word.toLowerCase().replace(/[äöüßéè]/g, (letter) => FOLDED[letter] ?? letter);

/** What is left of a word without its ending; an empty text for one that says nothing about a subject. */
export function stemOf(word: string): string {
  if (COMMON.has(word.toLowerCase())) return '';
  const plain = folded(word);
  if (plain.length < 4) return plain;
  const ge = /^ge(?=[a-z]{4,}t$|[a-z]{4,}en$)/.test(plain) ? plain.slice(2) : plain;
  return (
    ge.replace(/(?:ungen|ung|lichen|liche|lich|isch(?:e[nrms]?)?|innen|in|ern|ens?|er[ns]?|e[mns]?|t|st|s)$/, '') || ge
  );
}

const LONG = 5;

/** From 0 for words that have nothing in common to 1 for the same stem. A part of a compound counts as half. */
export function likeness(one: string, other: string): number {
  if (one === '' || other === '') return 0;
  if (one === other) return 1;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < LONG - 1) return 0;
  if (long.startsWith(short)) return short.length >= LONG ? 0.8 : 0.6;
  if (short.length >= LONG && long.includes(short)) return 0.6;
  let same = 0;
  while (short[same] === long[same] && same < short.length) same += 1;
  return same >= 6 || (same >= LONG && same >= short.length - 2) ? 0.6 : 0;
}

const MOST_KNOWN = 500;
const known = new Map<string, (other: string) => number>();

/** As {@link likeness}, for a stem that is compared with those of a whole source. */
export function likenessTo(one: string): (other: string) => number {
  const before = known.get(one);
  if (before) return before;
  const found = new Map<string, number>();
  const to = (other: string) => {
    const same = found.get(other);
    if (same !== undefined) return same;
    const counted = likeness(one, other);
    found.set(other, counted);
    return counted;
  };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(one, to);
  return to;
}
