import { z } from './z.ts';

const isWebAddress = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);

/** An http or https address, or nothing. */
export const webAddress = (label: string) =>
  z
    .string()
    .trim()
    .refine((text) => text === '' || isWebAddress(text), `${label} must be an http or https URL`);
