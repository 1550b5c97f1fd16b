import { z } from 'npm:zod@4.6.7';

/** What Perplexity takes: a domain or an address below it, with a minus to leave it out. */
const DOMAIN = /^-?(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/\S*)?$/u;

export const searchSchema = z.object({
  workflowId: z.uuid(),
  query: z.string().trim().min(1, 'must not be blank').max(4000),
  maxResults: z.int().min(5).max(20).default(10),
  searchRecencyFilter: z.enum(['day', 'week', 'month', 'year']).default('month'),
  searchDomainFilter: z.array(z.string().trim().max(253).regex(DOMAIN, 'is not a domain')).max(20).nullish(),
});

export type SearchRequest = z.output<typeof searchSchema>;
