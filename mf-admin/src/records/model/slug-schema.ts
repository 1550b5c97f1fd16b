import { z } from './z.ts';

/** One segment of an address, as the database takes it. */
export const slugSchema = z
  .string()
  .trim()
  .min(1, 'Slug is required')
  .regex(/^[^\s/?#%\\]+$/, 'A slug cannot contain spaces or any of / ? # % \\')
  .refine((slug) => slug !== '.' && slug !== '..', 'This is not an address');
