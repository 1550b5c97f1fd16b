import { z } from 'zod/mini';
import { trimmed } from '../../kinds/model/field.ts';

export const RECENCIES = ['day', 'week', 'month', 'year'] as const;

const DOMAIN = /^-?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u;
const MOST_DOMAINS = 20;

function domainsIn(text: string): string[] {
  const named = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  return [...new Set(named.map((name) => name.replace(/^(-?)https?:\/\//, '$1').replace(/\/.*$/, '')))];
}

export const searchSchema = z.object({
  query: trimmed.check(z.minLength(1, 'Please enter a query.'), z.maxLength(4000, 'Please shorten the query.')),
  maxResults: z.coerce.number<string>().check(z.int(), z.minimum(5), z.maximum(20)),
  recency: z.enum(RECENCIES),
  domains: z.pipe(z.string(), z.transform(domainsIn)).check(
    z.refine((domains) => domains.every((domain) => DOMAIN.test(domain)), 'Please enter domains such as admin.ch.'),
    z.refine((domains) => domains.length <= MOST_DOMAINS, `Please enter at most ${MOST_DOMAINS} domains.`),
  ),
});

export type SearchValues = z.input<typeof searchSchema>;
export type Search = z.output<typeof searchSchema>;

export const NEW_SEARCH: SearchValues = { query: '', maxResults: '10', recency: 'month', domains: '' };
