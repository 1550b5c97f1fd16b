import fc from 'fast-check';

const WORDS = `
  Prüfung Prüfungen prüfen Übung Übungen Häuser Haus Löschung Fuß Füße Straße Straßen Maß Maße groß größer
  Datenschutz Kurs Kurse Lehrer Lehrerin innen Teilnehmer KI RAG Token Tokens Embedding Vektor Quelle neue Treue
  Bauer Israel Poesie Aktuelles Michael E Mail Learning A1 B2 2024 1689 90 3 v2 C Öl Ähre Abend Zürich Genève naïve
  Łódź Ångström Œuvre Москва Ελλάδα 東京 ẞ GROẞ señor Kärnten Mühlöl Boot Moor`
  .trim()
  .split(/\s+/);
const FILLERS = ['der', 'die', 'und', 'für', 'über', 'während', 'nicht', 'Das', 'Im', 'könnte'];
const JOINERS = [...'/-*:._'];
const GAPS = [
  ...' —…»«"’´&+=<>|#@%€§·•→🙂~^`[]{};,$©',
  "'",
  ...['  ', '\n', '\t', '\r\n', ', ', '. ', '! ', '? ', ': ', ' – ', ' (', ') ', ' „', '“ ', '\\', ' - ', ' / '],
  ...['.. ', ':// ', '👩\u200d🏫', '\u{A0}', '\u{2009}', '\u{3000}'],
];
const INVISIBLE = [
  ...'\u{AD}\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}\u{200E}\u{61C}\u{FE0F}\u{34F}\u{180E}\u{202A}\u{2066}',
];

const SPELLED: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'OE', Ü: 'Ue', ß: 'ss', ẞ: 'SS' },
};

const WRITINGS: Readonly<Record<string, (word: string) => string>> = {
  same: (word) => word,
  lower: (word) => word.toLowerCase(),
  // ß has no capital in it.
  upper: (word) => word.replace(/ß/g, 'ẞ').toUpperCase(),
  spelled: (word) => word.replace(/[äöüÄÖÜßẞ]/g, (letter) => SPELLED[letter] ?? letter),
  decomposed: (word) => word.normalize('NFD'),
};

const written = (words: fc.Arbitrary<string>) =>
  fc
    .tuple(
      words,
      fc.constantFrom(...Object.values(WRITINGS)),
      fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, fc.tuple(fc.nat(20), fc.constantFrom(...INVISIBLE))),
    )
    .map(([word, write, hidden]) => {
      const as = [...write(word)];
      // Not within a letter and its mark, which would be two letters.
      if (hidden && !/\p{M}/u.test(as.join(''))) as.splice(hidden[0] % (as.length + 1), 0, hidden[1]);
      return as.join('');
    });

const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.constantFrom(...FILLERS) },
);

const gap = fc.oneof(
  { weight: 3, arbitrary: fc.constant(' ') },
  { weight: 3, arbitrary: fc.constantFrom(...GAPS) },
  { weight: 2, arbitrary: fc.constantFrom(...JOINERS) },
);

const sentence = (words: fc.Arbitrary<string>, most: number) =>
  fc
    .array(fc.tuple(written(words), gap), { minLength: 1, maxLength: most })
    .map((all) => all.flat().slice(0, -1).join(''));

/** A text, and a query of words of which most are from it. */
const pair = fc
  .array(word, { minLength: 1, maxLength: 8 })
  .chain((words) =>
    fc.tuple(
      sentence(fc.constantFrom(...words), 10),
      sentence(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: word }), 3),
    ),
  );

/** The same pairs for the same seed. */
export const pairsOf = (numRuns: number, seed: number): readonly (readonly [text: string, query: string])[] =>
  fc.sample(pair, { numRuns, seed });
