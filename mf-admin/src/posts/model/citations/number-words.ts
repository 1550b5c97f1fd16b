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
  const teen = BELOW_TWENTY.get(/^(.+)zehn$/.exec(word)?.[1] ?? '');
  const [, one = '', ten = ''] = /^(.+?)und(.+)$/.exec(word) ?? [];
  const [ones, tens] = [BELOW_TWENTY.get(one), TENS.get(ten)];
  const sum = ones === undefined || tens === undefined ? undefined : ones + tens;
  return BELOW_TWENTY.get(word) ?? TENS.get(word) ?? (teen === undefined ? sum : teen + 10);
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
  const half = /^(anderthalb|eineinhalb)$/.test(word) ? 1 : belowHundred(/^(.+)einhalb$/.exec(word)?.[1] ?? '');
  return half === undefined ? grouped(word, ['tausend', 1000], belowThousand) : half + 0.5;
}

const ENGLISH = new Map([
  ...numbered('zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'),
  ...numbered('sixteen seventeen eighteen nineteen', 16),
  ...numbered('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10),
  ...numbered('hundred thousand', 100, 900),
  ...numbered('dozen dutzend', 12, 0),
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

const PARTS = new Map([
  ...numbered('hälfte half', 2, 0),
  ...numbered('drittel viertel', 3),
  ...numbered('third quarter', 3),
  ...numbered('siebtel achtel', 7),
]);

/** 5 for `Fünftel`; `undefined` for what is no part. */
export function partOf(word: string): number | undefined {
  const plain = word.toLowerCase().replace(/s$/, '');
  if (/^halbe?[nrm]?$/.test(plain)) return 2;
  return PARTS.get(plain) ?? numberOf(/^(.+?)s?teln?$/.exec(plain)?.[1] ?? '');
}

/** 5 for `fünfte`, as in `jeder fünfte`. */
export const ordinalOf = (word: string) => partOf(`${word.replace(/e[nmrs]?$/, '')}el`);
