import { applySite, UNNAMED_SITE } from '@ki/shared/contract/site.ts';
import { dateTime, dayAndMonth, dayBadge, longDate, shortDate } from '@ki/shared/format/dates.ts';
import { formatDuration, formatHours } from '@ki/shared/format/durations.ts';
import { afterEach, expect, test } from 'vitest';
import { formatsOf } from './formats.ts';

afterEach(() => applySite(UNNAMED_SITE));

const MOMENT = '2026-03-05T13:07:00Z';

function shown(locale: string, currency: string) {
  applySite({ ...UNNAMED_SITE, timeZone: 'UTC', formats: formatsOf(locale, currency) });
  const { day, month } = dayBadge(MOMENT);
  return [dayAndMonth(MOMENT), longDate(MOMENT), shortDate(MOMENT), dateTime(MOMENT), `${day} ${month}`];
}

/** A no-break space and a narrow one are as good as a space here. */
const spaced = (texts: readonly string[]) => texts.map((text) => text.replace(/\s/g, ' '));

test.each([
  ['en-US', ['March 5', 'March 5, 2026', '3/5/2026', 'March 5, 2026 at 13:07', '5 Mar']],
  ['en-GB', ['5 March', '5 March 2026', '05/03/2026', '5 March 2026 at 13:07', '5 Mar']],
  ['de-AT', ['5. März', '5. März 2026', '5.3.2026', '5. März 2026 um 13:07', '5 März']],
  ['fr-CH', ['5 mars', '5 mars 2026', '05.03.2026', '5 mars 2026 à 13:07', '5 mars']],
  ['hu-HU', ['március 5.', '2026. március 5.', '2026. 03. 05.', '2026. március 5. 13:07', '5 márc']],
])('dates of %s are those of Intl', (locale, expected) => {
  expect(spaced(shown(locale, 'CHF'))).toEqual(expected);
  const intl = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });
  expect(spaced([longDate(MOMENT)])).toEqual(spaced([intl.format(new Date(MOMENT))]));
});

test('hours count to 24 and have two digits in every locale', () => {
  for (const locale of ['en-US', 'de-DE', 'hu-HU']) {
    applySite({ ...UNNAMED_SITE, timeZone: 'UTC', formats: formatsOf(locale, 'USD') });
    expect(dateTime('2026-03-05T00:07:00Z')).toMatch(/00:07$/);
    expect(dateTime('2026-03-05T13:07:00Z')).toMatch(/13:07$/);
  }
});

test.each([
  ['de-DE', 'EUR', { price: '{n} €', group: '.', decimal: ',' }],
  ['en-US', 'USD', { price: '$' + '{n}', group: ',', decimal: '.' }],
  ['de-AT', 'EUR', { price: '€ {n}', group: '.', decimal: ',' }],
  ['ja-JP', 'JPY', { price: '￥{n}', group: ',', decimal: '.' }],
])('prices of %s in %s', (locale, currency, { price, group, decimal }) => {
  const formats = formatsOf(locale, currency) ?? expect.fail('no formats');
  expect(spaced([formats.price, formats.group, formats.decimal])).toEqual([price, group, decimal]);
});

test('durations have the units of the locale', () => {
  applySite({ ...UNNAMED_SITE, formats: formatsOf('fr-CH', 'CHF') });
  expect(spaced([formatDuration('02:30'), formatHours(1.5)])).toEqual(['2h 30min', '1,5h']);
});

test.each(['de-CH', 'xx-XX', 'not a locale'])('%s has the formats of the code', (locale) => {
  expect(formatsOf(locale, 'CHF')).toBeNull();
});
