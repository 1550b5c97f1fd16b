import { z } from 'zod/mini';
import { addresses } from '../addresses.ts';
import { defineRecord, recordTexts } from '../kinds/model/define-record.ts';
import { someText, trimmed } from '../kinds/model/field.ts';
import { choice, text } from '../kinds/model/fields.ts';

/** The rules of the database. */
const address = trimmed.check(
  z.minLength(1, 'Address is required'),
  z.refine(
    (typed) => !typed.includes('\\') && (/^https?:\/\/\S+$/i.test(typed) || /^\/([^/\s]\S*)?$/.test(typed)),
    'Use a path of this site such as /workshops, or an http or https address',
  ),
);

export const link = defineRecord({
  table: 'links',
  texts: recordTexts('Link'),
  fields: {
    label: text('label', 'Label', {
      required: true,
      schema: someText('Label').check(z.maxLength(60, 'Label must have at most 60 characters')),
      input: { lang: 'de' },
    }),
    address: text('address', 'Address', {
      required: true,
      schema: address,
      isBeside: true,
      input: { inputMode: 'url', autoCapitalize: 'none', placeholder: '/workshops or https://example.com' },
    }),
    place: choice('place', 'Place', { menu: 'Menu', footer: 'Footer' }),
  },
  shown: {},
  at: { list: addresses.links, new: addresses.newLink, edit: addresses.editLink },
});
