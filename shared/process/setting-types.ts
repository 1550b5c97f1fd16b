import { z } from 'zod';
import { PROXIES_FORM, proxiesIn } from '../http/proxies.ts';
import { isBlocked, LAST_PORT } from './ports.ts';

export function wholeNumber(first: number, last: number) {
  const error = `expected a whole number from ${first} to ${last}`;
  const digits = z.string().regex(/^\d{1,9}$/, error);
  return digits.transform(Number).pipe(z.number().min(first, error).max(last, error));
}

export const port = wholeNumber(1, LAST_PORT).refine((number) => !isBlocked(number), {
  error: 'expected a port that browsers and fetch do not block',
});
/** An HTTP address. */
export const address = z
  .url({ protocol: /^https?$/, error: 'expected an http(s) address like https://host' })
  .refine((text) => !isBlocked(Number(URL.parse(text)?.port)), {
    error: 'expected an address whose port browsers and fetch do not block',
  });
/** Everything after the host of an address would be lost. */
export const site = address.refine((text) => {
  const url = URL.parse(text);
  // An address that cannot be read has its error already.
  return url === null || (url.href === `${url.origin}/` && url.username === '');
}, 'expected an http(s) address like https://host, without a path');
/** Texts separated by commas. */
export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );

const MINUTE_MS = 60_000;
const UNITS = { m: 1, h: 60, d: 24 * 60 };
const LONGEST = 7 * UNITS.d;

/** A duration in milliseconds. */
export const duration = z.string().transform((text, context) => {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const minutes = Number(count) * UNITS[unit as keyof typeof UNITS];
  if (minutes >= 1 && minutes <= LONGEST) return minutes * MINUTE_MS;
  context.addIssue('expected a duration from 1m to 7d, like 30m, 24h or 7d');
  return z.NEVER;
});

const BYTES = { '': 1, MB: 1e6, GB: 1e9, TB: 1e12 };

/** A number of bytes. */
export const size = z.string().transform((text, context) => {
  const [, count, unit] = /^(\d{1,15})(MB|GB|TB)?$/.exec(text) ?? [];
  const bytes = Number(count) * BYTES[(unit ?? '') as keyof typeof BYTES];
  if (bytes > 0 && Number.isSafeInteger(bytes)) return bytes;
  context.addIssue('expected a size like 10GB, 500MB or a number of bytes');
  return z.NEVER;
});

export const isOrigin = (text: string) => URL.parse(text)?.origin === text && /^https?:/.test(text);

export const proxies = z
  .string()
  .default('')
  .transform((text, context) => {
    const found = proxiesIn(text);
    if (found) return found;
    context.addIssue(`expected ${PROXIES_FORM}`);
    return z.NEVER;
  });
