import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LEGAL_SLUGS } from '../../records/model/legal.ts';
import type { SiteRow } from '../data/pages.ts';
import { gapsIn } from '../page-record.ts';
import { COUNTRIES, type Country } from './parts.ts';
import { IN_BROWSERS, IN_DATABASE } from './stored-data.ts';
import { templateOf as withFixedSpaces } from './templates.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..', '..');
const COUNTRY_CODES = Object.keys(COUNTRIES) as Country[];
const periods = new Map([
  ['public.trail', 400],
  ['private.import_rows', 1],
]);
const today = new Date('2026-11-24T12:00:00Z');

const templateOf: typeof withFixedSpaces = (...of) => withFixedSpaces(...of).replaceAll('\u00a0', ' ');

const EMPTY = {
  name: 'Schule',
  language: 'de',
  locale: 'de-CH',
  time_zone: 'Europe/Zurich',
  legal_name: '',
  responsible_person: '',
  contact_email: '',
  phone: '',
  street: '',
  postal_code: '',
  city: '',
  country: 'CH',
  register_entry: '',
  vat_id: '',
} as SiteRow;
const filled = (site: SiteRow): SiteRow => ({
  ...site,
  legal_name: 'Schule *Beispiel* GmbH',
  responsible_person: 'Ada Muster',
  street: 'Gasse 1',
  postal_code: '12345',
  city: 'Musterstadt',
  contact_email: 'post_stelle@example.com',
  phone: '+49 1234',
  register_entry: 'HRB 1',
  vat_id: 'DE1',
});

describe.each(COUNTRY_CODES)('the templates for %s', (country) => {
  test('mark each gap, and what the site knows is none', () => {
    for (const slug of LEGAL_SLUGS) {
      const empty = gapsIn(templateOf(slug, country, { site: EMPTY, periods, today }));
      const less = gapsIn(templateOf(slug, country, { site: filled(EMPTY), periods, today }));
      expect(empty.length).toBeGreaterThan(less.length);
      expect(less.filter((what) => /^(E-Mail|Telefon|Straße|Ort|Postleitzahl|Name)/.test(what))).toEqual([]);
    }
  });

  test('show the values of the site as typed', () => {
    const text = templateOf('impressum', country, { site: filled(EMPTY), periods, today });
    expect(text).toContain('Schule \\*Beispiel\\* GmbH');
    expect(text).toContain('post\\_stelle@example.com');
    expect(text).toContain('Ada Muster');
    expect(text).not.toMatch(/TMG/);
  });
});

describe('the privacy template', () => {
  const read = (country: Country) => templateOf('datenschutz', country, { site: EMPTY, periods, today });

  test('says for how long rows are kept', () => {
    expect(read('DE')).toContain('| 400 Tage |');
    expect(read('DE')).toContain('| bis zum Import, höchstens einen Tag |');
  });

  test('names each table with personal data', async () => {
    const list = await readFile(path.join(ROOT, 'supabase', 'policies', 'testing', 'personal-data.ts'), 'utf8');
    const tables = [...list.matchAll(/'(\w+\.\w+)': \{([^}]*)\}/g)];
    const personal = tables.flatMap(([, table = '', kinds = '']) =>
      /\b(account|erased|registry):/.test(kinds) ? [table] : [],
    );
    expect(personal).toEqual(expect.arrayContaining(['public.trail', 'private.invitations', 'shipping.team_members']));
    const named = IN_DATABASE.flatMap(({ tables: ofEntry }) => ofEntry);
    expect(personal.filter((table) => !named.includes(table))).toEqual([]);
  });

  test('names each place of the code that stores something in browsers', async () => {
    const folders = [
      'shell/src',
      'shell/server',
      'shared',
      'mf-blog/src',
      'mf-learning/src',
      'mf-matrix/src',
      'mf-admin/src',
    ];
    const found: string[] = [];
    for (const folder of folders) {
      for (const file of await readdir(path.join(ROOT, folder), { recursive: true })) {
        if (!/\.tsx?$/.test(file) || /\.test\.|testing|node_modules/.test(file)) continue;
        const source = await readFile(path.join(ROOT, folder, file), 'utf8');
        if (/torage\.setItem\(|SameSite=/.test(source)) found.push(path.posix.join(folder, file));
      }
    }
    // The client of Supabase stores the session.
    const stored = IN_BROWSERS.map(({ source }) => source).filter((file) => file !== 'shared/session/session-store.ts');
    expect(found.sort()).toEqual(stored.toSorted());
  });
});

test.each<[Country, 'impressum' | 'datenschutz' | 'barrierefreiheit', RegExp]>([
  ['DE', 'impressum', /§ 5 DDG[\s\S]*§ 18 Abs\. 2 MStV/],
  ['AT', 'impressum', /§ 5 ECG, § 14 UGB und § 25 MedienG/],
  ['DE', 'impressum', /§ 18 Abs\. 2 MStV\n\nAda Muster {2}\nGasse 1 {2}\n12345 Musterstadt/],
  ['DE', 'impressum', /Aufsichtsbehörde[\s\S]*Berufsbezeichnung[\s\S]*§ 2 Abs\. 1 Nr\. 11 DL-InfoV/],
  ['DE', 'impressum', /§ 36 VSBG[\s\S]*zehn Beschäftigten/],
  ['AT', 'impressum', /§ 63 GewO 1994[\s\S]*stille Beteiligungen[\s\S]*Aufsichtsrats[\s\S]*§ 19 AStG/],
  ['CH', 'impressum', /gemäss Art\. 3 Abs\. 1 lit\. s UWG/],
  ['DE', 'datenschutz', /\*\*Widerspruchsrecht:\*\*[\s\S]*nicht verpflichtet, uns Daten bereitzustellen/],
  ['AT', 'datenschutz', /\*\*Widerspruchsrecht:\*\*[\s\S]*nicht verpflichtet, uns Daten bereitzustellen/],
  [
    'CH',
    'datenschutz',
    /Art\. 27 DSGVO[\s\S]*Art\. 19 Abs\. 4 DSG[\s\S]*Art\. 30 Abs\. 2 lit\. b DSG[\s\S]*Art\. 49 Abs\. 1 DSG/,
  ],
  ['DE', 'barrierefreiheit', /„teilweise“[\s\S]*§ 14 BFSG und Anlage 3/],
  ['AT', 'barrierefreiheit', /Unsere Dienstleistung[\s\S]*BaFG/],
])('the template of %s for %s has what the law asks for: %s', (country, slug, what) => {
  expect(templateOf(slug, country, { site: filled(EMPTY), periods, today })).toMatch(what);
});

test('the accessibility statement says what is tested, and when it was made', () => {
  const text = templateOf('barrierefreiheit', 'AT', { site: EMPTY, periods, today });
  expect(text).toContain('axe');
  expect(text).toContain('am 24. November 2026 erstellt');
  expect(text).toContain('Sozialministeriumservice');
});

test.each(COUNTRY_CODES)('no line of a text for %s ends before the number of a section', (country) => {
  for (const slug of LEGAL_SLUGS) {
    expect(withFixedSpaces(slug, country, { site: EMPTY, periods, today })).not.toMatch(/(§|\bArt\.|\bAbs\.|\bNr\.) /);
  }
  expect(withFixedSpaces('impressum', country, { site: EMPTY, periods, today })).toMatch(/(§|Art\.)\u00a0\d/);
});
