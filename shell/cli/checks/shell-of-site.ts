import { z } from 'zod';

const ANSWER_MS = 5_000;

const platformSchema = z.object({
  contract: z.int(),
  supabase: z.object({ url: z.url(), key: z.string() }),
  singletons: z.record(z.string(), z.string()),
});

/** What the shell of a site on any machine says of itself, or `null` where no site is named, or none answers. */
export async function shellOfSite(siteUrl: string | undefined) {
  if (!siteUrl) return null;
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(new URL('/platform.json', siteUrl), { signal }).catch(() => null);
  if (!answer?.ok) return null;
  const { success, data } = platformSchema.safeParse(await answer.json().catch(() => null));
  if (!success) throw new Error(`SITE_URL is "${siteUrl}", where no platform of this kind answers`);
  return { siteUrl, ...data };
}
