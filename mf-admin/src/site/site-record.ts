import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod/mini';
import { addresses } from '../addresses.ts';
import { defineRecord, recordTexts, type ValuesOf } from '../kinds/model/define-record.ts';
import { someText, trimmed } from '../kinds/model/field.ts';
import { area, lines, optionalText, text } from '../kinds/model/fields.ts';

/** The table has one row. */
export const SITE_ID = '00000000-0000-4000-8000-000000000001';

/** The lengths are those of the database. */
export const MOST_SHORT = 40;
const MOST_LONG = 80;
const MOST_OF_INTRO = 400;
const MOST_OF_TITLE = 120;

const shortText = (label: string, most: number) =>
  someText(label).check(z.maxLength(most, `${label} must have at most ${most} characters`));

const intro = (label: string) =>
  trimmed.check(z.maxLength(MOST_OF_INTRO, `${label} must have at most ${MOST_OF_INTRO} characters`));

const shaped = (shape: RegExp, message: string) => trimmed.check(z.regex(shape, message));

const color = (label: string) =>
  shaped(/^#[0-9a-f]{6}$/i, `${label} must be # and six digits from 0 to f, such as #2347c5`);

const isKnown = (make: () => unknown): boolean => {
  try {
    make();
    return true;
  } catch {
    return false;
  }
};

const localeSchema = shaped(
  /^[a-z]{2,3}-[A-Z]{2}$/,
  'Locale must be a language and a region, such as de-CH or fr-CH',
).check(z.refine((locale) => isKnown(() => new Intl.Locale(locale)), 'This locale is not known'));

const timeZoneSchema = shaped(
  /^(UTC|[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+)+)$/,
  'Time zone must be a name such as Europe/Zurich, or UTC',
).check(
  z.refine(
    (timeZone) => isKnown(() => new Intl.DateTimeFormat('en', { timeZone })),
    'This time zone is not known. It is a name such as Europe/Zurich',
  ),
);

const socialSchema = z.string().check(
  z.refine(
    (typed) =>
      typed
        .split('\n')
        .map((line) => line.trim())
        .every((line) => line === '' || (/^https:\/\/\S+$/i.test(line) && URL.canParse(line))),
    'Social links must be https addresses, one in each line',
  ),
);

const lowerCase = (field: ReturnType<typeof text<'brand_color' | 'accent_color'>>) => ({
  ...field,
  toStored: (value: string) => value.toLowerCase(),
});

const BESIDE = { isBeside: true } as const;

export const site = defineRecord({
  table: 'site',
  texts: { ...recordTexts('Site'), edit: 'Site' },
  fields: {
    name: text('name', 'Site name', {
      required: true,
      schema: shortText('Site name', MOST_LONG),
      hint: 'In the header, in titles and in feeds',
      input: { lang: 'de' },
    }),
    shortName: text('short_name', 'Short name', {
      required: true,
      schema: shortText('Short name', MOST_SHORT),
      hint: 'For places with little room',
      isBeside: true,
      input: { lang: 'de' },
      follows: { field: 'name', by: (name) => name.slice(0, MOST_SHORT), isStored: true },
    }),
    claim: text('claim', 'Claim', { hint: 'Below the name in the footer of every page' }),
    description: area(text('description', 'Description', { hint: 'For search engines and feeds' })),
    logo: { ...optionalText('logo', 'Logo', { schema: z.string() }), kind: 'image' },
    brandColor: lowerCase(text('brand_color', 'Brand color', { required: true, schema: color('Brand color') })),
    accentColor: lowerCase(text('accent_color', 'Accent color', { required: true, schema: color('Accent color') })),
    workshopsIntro: area(
      text('workshops_intro', 'Workshops intro', {
        schema: intro('Workshops intro'),
        hint: 'Below the heading of the list of workshops. Empty: nothing stands there',
      }),
      2,
    ),
    coursesIntro: area(
      text('courses_intro', 'Online courses intro', {
        schema: intro('Online courses intro'),
        hint: 'Below the heading of the list of courses. Empty: nothing stands there',
      }),
      2,
    ),
    matrixTitle: text('matrix_title', 'Matrix title', {
      required: true,
      schema: shortText('Matrix title', MOST_OF_TITLE),
      hint: 'Heading of the course matrix, and its title in search results',
    }),
    language: text('language', 'Language', {
      required: true,
      schema: shaped(/^[a-z]{2,3}$/, 'Language must be two or three small letters, such as de'),
    }),
    locale: text('locale', 'Locale', { required: true, schema: localeSchema }),
    currency: text('currency', 'Currency', {
      required: true,
      schema: shaped(/^[A-Z]{3}$/, 'Currency must be three capital letters, such as CHF'),
    }),
    timeZone: text('time_zone', 'Time zone', { required: true, schema: timeZoneSchema }),
    legalName: text('legal_name', 'Legal name', { hint: 'The organisation or person that runs the site' }),
    responsiblePerson: text('responsible_person', 'Responsible person', BESIDE),
    contactEmail: text('contact_email', 'Contact e-mail', {
      schema: shaped(/^([^@\s]+@[^@\s]+)?$/, 'Contact e-mail must be an address such as info@example.org'),
      input: { type: 'email' },
    }),
    phone: text('phone', 'Phone', { isBeside: true, input: { type: 'tel', lang: undefined } }),
    street: text('street', 'Street'),
    postalCode: text('postal_code', 'Postal code', { isBeside: true, input: { lang: undefined } }),
    city: text('city', 'City'),
    country: text('country', 'Country', {
      required: true,
      schema: shaped(/^[A-Z]{2}$/, 'Country must be two capital letters, such as CH'),
    }),
    registerEntry: text('register_entry', 'Register entry', BESIDE),
    vatId: text('vat_id', 'VAT ID', { input: { lang: undefined } }),
    socialLinks: lines('social_links', 'Social links', socialSchema, {
      hint: 'An https address in each line',
      input: { rows: 3 },
    }),
  },
  shown: {},
  at: { edit: () => addresses.site },
});

export type SiteValues = ValuesOf<typeof site>;

export type SiteFormReturn = UseFormReturn<SiteValues, unknown, SiteValues>;
