import { z } from 'npm:zod@4.6.7';
import { storable } from '../_shared/storable.ts';

const optionalText = z
  .string()
  .trim()
  .max(5000)
  .nullish()
  .transform((text) => text ?? '');

const address = z.url({ protocol: /^https?$/ }).max(2000);

const sourceSchema = z.union([
  address.transform((url) => ({ url })),
  z.object({ url: address, title: z.string().trim().min(1).max(300).optional() }),
]);

export const articleSchema = z.object({
  ideaId: z.union([z.string().max(200), z.number()]).nullish(),
  title: z.string().transform(storable).pipe(z.string().trim().min(1, 'must not be blank').max(300)),
  description: optionalText,
  value: optionalText,
  keyword: optionalText,
  sources: z
    .array(sourceSchema)
    .max(50)
    .nullish()
    .transform((sources) => sources ?? []),
});

export type ArticleRequest = z.output<typeof articleSchema>;
