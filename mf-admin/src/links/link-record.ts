import { defineRecord, recordTexts } from '../kinds/model/define-record.ts';
import { choice, text } from '../kinds/model/fields.ts';
import { someText } from '../kinds/model/schemas.ts';
import { z } from '../kit/model/z.ts';

/** The rules of the database. */
const address = z
  .string()
  .trim()
  .min(1, 'Address is required')
  .refine(
    (typed) => !typed.includes('\\') && (/^https?:\/\/\S+$/i.test(typed) || /^\/([^/\s]\S*)?$/.test(typed)),
    'Use a path of this site such as /workshops, or an http or https address',
  );

export const link = defineRecord({
  table: 'links',
  texts: recordTexts('Link'),
  fields: {
    label: text('label', 'Label', {
      required: true,
      schema: someText('Label').max(60, 'Label can have at most 60 characters'),
    }),
    address: text('address', 'Address', { required: true, schema: address }),
    place: choice('place', 'Place', ['menu', 'footer']),
  },
  shown: {},
});
