import type { UseFormReturn } from 'react-hook-form';
import { defineRecord, recordTexts, type ValuesOf } from '../kinds/model/define-record.ts';
import { lines, optionalText, paragraphs, text } from '../kinds/model/fields.ts';
import { someText } from '../kinds/model/schemas.ts';
import { z } from '../kit/model/z.ts';

/** The table has one row. */
export const SITE_ID = '00000000-0000-4000-8000-000000000001';

/** The lengths are those of the database. */
export const MOST_SHORT = 40;
const MOST_LONG = 80;
const MOST_OF_INTRO = 400;
const MOST_OF_TITLE = 120;

const shortText = (label: string, most: number) =>
  someText(label).max(most, `${label} must have at most ${most} characters`);

const intro = (label: string) =>
  z.string().trim().max(MOST_OF_INTRO, `${label} must have at most ${MOST_OF_INTRO} characters`);

const shaped = (shape: RegExp, message: string) => z.string().trim().regex(shape, message);

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
).refine((locale) => isKnown(() => new Intl.Locale(locale)), 'This locale is not known');

const timeZoneSchema = shaped(
  /^(UTC|[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+)+)$/,
  'Time zone must be a name such as Europe/Zurich, or UTC',
).refine(
  (timeZone) => isKnown(() => new Intl.DateTimeFormat('en', { timeZone })),
  'This time zone is not known. It is a name such as Europe/Zurich',
);

const socialSchema = z.string().refine(
  (typed) =>
    typed
      .split('\n')
      .map((line) => line.trim())
      .every((line) => line === '' || (/^https:\/\/\S+$/i.test(line) && URL.canParse(line))),
  'Social links must be https addresses, one in each line',
);

const lowerCase = (field: ReturnType<typeof text<'brand_color' | 'accent_color'>>) => ({
  ...field,
  toStored: (value: string) => value.toLowerCase(),
});

export const site = defineRecord({
  table: 'site',
  texts: { ...recordTexts('Site'), edit: 'Site' },
  fields: {
    name: text('name', 'Site name', { required: true, schema: shortText('Site name', MOST_LONG) }),
    shortName: text('short_name', 'Short name', { required: true, schema: shortText('Short name', MOST_SHORT) }),
    claim: text('claim', 'Claim'),
    description: paragraphs(text('description', 'Description')),
    logo: optionalText('logo', 'Logo', { schema: z.string(), diff: 'image' }),
    brandColor: lowerCase(text('brand_color', 'Brand color', { required: true, schema: color('Brand color') })),
    accentColor: lowerCase(text('accent_color', 'Accent color', { required: true, schema: color('Accent color') })),
    workshopsIntro: paragraphs(text('workshops_intro', 'Workshops intro', { schema: intro('Workshops intro') })),
    coursesIntro: paragraphs(text('courses_intro', 'Online courses intro', { schema: intro('Online courses intro') })),
    matrixTitle: text('matrix_title', 'Matrix title', {
      required: true,
      schema: shortText('Matrix title', MOST_OF_TITLE),
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
    legalName: text('legal_name', 'Legal name'),
    responsiblePerson: text('responsible_person', 'Responsible person'),
    contactEmail: text('contact_email', 'Contact e-mail', {
      schema: shaped(/^([^@\s]+@[^@\s]+)?$/, 'Contact e-mail must be an address such as info@example.org'),
    }),
    phone: text('phone', 'Phone'),
    street: text('street', 'Street'),
    postalCode: text('postal_code', 'Postal code'),
    city: text('city', 'City'),
    country: text('country', 'Country', {
      required: true,
      schema: shaped(/^[A-Z]{2}$/, 'Country must be two capital letters, such as CH'),
    }),
    registerEntry: text('register_entry', 'Register entry'),
    vatId: text('vat_id', 'VAT ID'),
    socialLinks: lines('social_links', 'Social links', socialSchema),
  },
  shown: {},
});

export type SiteValues = ValuesOf<typeof site>;

export type SiteFormReturn = UseFormReturn<SiteValues, unknown, SiteValues>;
