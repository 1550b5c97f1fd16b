import { z } from '../../kit/model/z.ts';

/** Whether nothing of a text can be seen: it has spaces, and characters without a shape, such as a zero width space. */
export const isBlank = (typed: string) => /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(typed);

export const someText = (label: string) =>
  z
    .string()
    .trim()
    .refine((typed) => !isBlank(typed), `${label} is required`);

/** A whole number as typed; an empty field is 0. */
export const digits = (label: string, most: number) =>
  z
    .string()
    .trim()
    .regex(/^\d*$/, `${label} must be a whole number of at least 0`)
    .refine((text) => Number(text) <= most, `${label} must be at most ${most}`);

/** A segment of an address, with the rules of the database. */
export const slugSchema = z
  .string()
  .trim()
  .min(1, 'Slug is required')
  .regex(/^[^\s/?#%\\]+$/, 'A slug cannot contain spaces or any of / ? # % \\')
  .refine((slug) => slug !== '.' && slug !== '..', 'This is not an address');

/** The control of an address. */
export const URL_INPUT = { type: 'url', inputMode: 'url', autoCapitalize: 'none' } as const;

const isWebAddress = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);

export const webAddress = (label: string) =>
  z
    .string()
    .trim()
    .refine((text) => text === '' || isWebAddress(text), `${label} must be an http or https URL`);
