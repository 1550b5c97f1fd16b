import { toSlug } from '@ki/shared/format/slug.ts';
import { text } from './fields.ts';
import { slugSchema } from './schemas.ts';

/** The end of an address, beside the field `of`, which it follows. */
export const slug = (of: string, hint: string) =>
  text('slug', 'Slug', {
    required: true,
    schema: slugSchema,
    hint,
    isBeside: true,
    follows: { field: of, by: toSlug },
  });
