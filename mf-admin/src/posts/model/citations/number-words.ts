/** Numbers written as words, German and English. */

const numbered = (words: string, first = 0, step = 1) =>
  words.split(' ').map((word, index): [string, number] => [word, first + step * index]);

const BELOW_TWENTY = new Map([
  ...numbered('null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'),
  ...numbered('sechzehn siebzehn', 16),
  ['zwo', 2] as const,
]);
const TENS = new Map([
  ...numbered('zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig', 20, 10),
  ['dreissig', 30] as const,
]);

function belowHundred(word: string): number | undefined {
  const whole = BELOW_TWENTY.get(word) ?? TENS.get(word);
  if (whole !== undefined) return whole;
  const teen = BELOW_TWENTY.get(/^(.+)zehn$/.exec(word)?.[1] ?? '');
  if (teen !== undefined) return teen + 10;
  const [, one = '', ten = ''] = /^(.+?)und(.+)$/.exec(word) ?? [];
  const [ones, tens] = [BELOW_TWENTY.get(one), TENS.get(ten)];
  return ones === undefined || tens === undefined ? undefined : ones + tens;
}

/** A word of the form `[many]hundert[more]`, or what `rest` reads in any other. */
function grouped(
  word: string,
  [group, size]: readonly [string, number],
  rest: (word: string) => number | undefined,
): number | undefined {
  const [, many, more] = new RegExp(`^(.*?)${group}(?:und)?(.*)$`).exec(word) ?? [];
  if (many === undefined || more === undefined) return rest(word);
  const [count, added] = [many === '' ? 1 : rest(many), more === '' ? 0 : rest(more)];
  return count === undefined || added === undefined ? undefined : count * size + added;
}

const belowThousand = (word: string) => grouped(word, ['hundert', 100], belowHundred);

function german(word: string): number | undefined {
  if (word === 'anderthalb') return 1.5;
  const half = belowHundred(/^(.+)einhalb$/.exec(word)?.[1] ?? '');
  if (half !== undefined) return half + 0.5;
  return word === 'eineinhalb' ? 1.5 : grouped(word, ['tausend', 1000], belowThousand);
}

const ENGLISH = new Map([
  ...numbered('zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'),
  ...numbered('sixteen seventeen eighteen nineteen', 16),
  ...numbered('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10),
  ...numbered('hundred thousand', 100, 900),
  ...numbered('dozen', 12),
  ...numbered('dutzend', 12),
]);

function english(word: string): number | undefined {
  const [ten, one] = word.split('-').map((part) => ENGLISH.get(part));
  return one === undefined || ten === undefined ? ENGLISH.get(word) : ten + one;
}

/** Articles count nothing. */
const ARTICLE = /^(?:ein(?:s|e[nmrs]?)?|one)$/;

/** The number that a word says, or `undefined`. */
export function numberOf(word: string): number | undefined {
  const plain = word.toLowerCase();
  return ARTICLE.test(plain) ? undefined : (german(plain) ?? english(plain));
}

const ORDINALS = new Map([
  ...numbered('first second third fourth fifth sixth seventh eighth ninth tenth', 1),
  ...numbered('erst', 1),
  ...numbered('dritt', 3),
  ...numbered('siebt acht', 7),
]);

/** 2 for `zweite` and `second`; `undefined` for what is no ordinal. */
export function ordinalOf(word: string): number | undefined {
  const plain = word.toLowerCase();
  const stem = /^(.+?)e[nmrs]?$/.exec(plain)?.[1];
  if (stem === undefined) return plain === 'acht' ? undefined : ORDINALS.get(plain);
  return ORDINALS.get(stem) ?? numberOf(/^(.+?)s?t$/.exec(stem)?.[1] ?? '');
}

const PARTS = new Map([
  ...numbered('hälfte half', 2, 0),
  ...numbered('drittel viertel', 3),
  ...numbered('third quarter', 3),
  ...numbered('siebtel achtel', 7),
]);

/** 5 for `Fünftel`; `undefined` for what is no part. */
export function partOf(word: string): number | undefined {
  const plain = word.toLowerCase().replace(/s$/, '');
  if (/^halbe?[nrms]?$/.test(plain)) return 2;
  return PARTS.get(plain) ?? numberOf(/^(.+?)s?teln?$/.exec(plain)?.[1] ?? '');
}
