/** Currency and time zone, where a country has one of each. */
const COUNTRIES: Readonly<Record<string, readonly [currency: string, timeZone: string]>> = {
  DE: ['EUR', 'Europe/Berlin'],
  AT: ['EUR', 'Europe/Vienna'],
  CH: ['CHF', 'Europe/Zurich'],
  LI: ['CHF', 'Europe/Vaduz'],
  BE: ['EUR', 'Europe/Brussels'],
  CZ: ['CZK', 'Europe/Prague'],
  DK: ['DKK', 'Europe/Copenhagen'],
  FR: ['EUR', 'Europe/Paris'],
  GB: ['GBP', 'Europe/London'],
  HU: ['HUF', 'Europe/Budapest'],
  IT: ['EUR', 'Europe/Rome'],
  LU: ['EUR', 'Europe/Luxembourg'],
  NL: ['EUR', 'Europe/Amsterdam'],
  PL: ['PLN', 'Europe/Warsaw'],
  SE: ['SEK', 'Europe/Stockholm'],
  SI: ['EUR', 'Europe/Ljubljana'],
  SK: ['EUR', 'Europe/Bratislava'],
};

const FIRST_COUNTRIES = ['DE', 'AT', 'CH', 'LI'];
/** Codes that `Intl` names and that are no countries. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);
const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'rm', 'tr'];
const LOCALES =
  'de-DE de-AT de-CH de-LI de-BE de-IT de-LU en-CH en-GB en-US fr-BE fr-CH fr-FR fr-LU it-CH it-IT rm-CH'.split(' ');

export interface Formats {
  readonly locale: string;
  readonly currency: string;
  readonly timeZone: string;
}

/** A country of several time zones or of an unknown currency proposes its locale only. */
export function formatsOfCountry(country: string, language: string): Partial<Formats> {
  const known = COUNTRIES[country];
  const locale = `${language}-${country}`;
  return known ? { locale, currency: known[0], timeZone: known[1] } : { locale };
}

export interface Choice {
  readonly value: string;
  readonly name: string;
}

const namesOf = (type: Intl.DisplayNamesType) =>
  new Intl.DisplayNames('en', { type, fallback: 'none', languageDisplay: 'standard' });

function nameBy(names: Intl.DisplayNames, code: string): string | undefined {
  try {
    return names.of(code);
  } catch {
    return undefined;
  }
}

const byName = (one: Choice, other: Choice) => one.name.localeCompare(other.name, 'en');

/** `also`: what is stored or chosen stays a choice, even where this browser has no name for it. */
function choicesOf(type: Intl.DisplayNamesType, codes: readonly string[], also: readonly string[]): Choice[] {
  const names = namesOf(type);
  return [...new Set([...codes, ...also])]
    .filter((code) => code !== '')
    .map((value) => ({ value, name: nameBy(names, value) ?? value }));
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** `Intl` lists no countries, so each pair of letters is tried; a former code leads to its present one. */
const countryCodes = (): string[] => {
  const names = namesOf('region');
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
    (code) =>
      !NO_COUNTRIES.has(code) && nameBy(names, code) !== undefined && new Intl.Locale(`und-${code}`).region === code,
  );
};

export function countries(also: readonly string[]): readonly Choice[] {
  const all = choicesOf('region', countryCodes(), also);
  const first = FIRST_COUNTRIES.flatMap((code) => all.find(({ value }) => value === code) ?? []);
  return [...first, ...all.filter((choice) => !first.includes(choice)).sort(byName)];
}

export const languages = (also: readonly string[]): readonly Choice[] =>
  choicesOf('language', LANGUAGES, also).sort(byName);

export const locales = (also: readonly string[]): readonly Choice[] =>
  choicesOf('language', LOCALES, also).sort(byName);

export const currencies = (also: readonly string[]): readonly Choice[] =>
  choicesOf('currency', Intl.supportedValuesOf('currency'), also)
    .map(({ value, name }) => ({ value, name: name === value ? value : `${name} (${value})` }))
    .sort(byName);

/** `America/Argentina/Buenos_Aires` is “Argentina, Buenos Aires” in the group America. */
export function timeZones(also: readonly string[]): readonly (readonly [group: string, choices: readonly Choice[]])[] {
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...also])].filter((zone) => zone !== '');
  const choices = zones.map((value) => {
    const [group = value, ...place] = value.split('/');
    return { group: place.length > 0 ? group : 'Other', value, name: place.join(', ').replaceAll('_', ' ') || value };
  });
  return [...Map.groupBy(choices, ({ group }) => group)]
    .map(([group, all]) => [group, all.sort(byName)] as const)
    .sort(([one], [other]) => rank(one) - rank(other) || one.localeCompare(other, 'en'));
}

const rank = (group: string) => (group === 'Europe' ? 0 : 1);
