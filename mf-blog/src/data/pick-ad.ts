import type { Reader } from '@ki/shared/contract/reader.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { type Ad, headlineFor, isTeam, subtitleFor } from '@ki/shared/format/ad.ts';
import { isLinkAddress } from '@ki/shared/format/address.ts';

/** `null` when the offer is gone or not public: the ad then speaks for itself. */
async function offerTitle(reader: Reader, type: string, offerId: string | null): Promise<string | null> {
  if (offerId === null) return null;
  const titles = reader.from(isTeam(type) ? 'workshops' : 'courses').select('title');
  const { data } = await titles.eq('id', offerId).maybeSingle();
  return data?.title ?? null;
}

/** One of the active ads at random, or `null` when there is none. */
export async function pickAd(reader: Reader): Promise<Ad | null> {
  const columns = 'type, subtitle, description, cta_text, cta_url, offer_id';
  const ads = unwrap(await reader.from('ads').select(columns).eq('is_active', true));
  const ad = ads[Math.floor(Math.random() * ads.length)];
  if (!ad) return null;
  return {
    headline: headlineFor(ad.type),
    subtitle: subtitleFor(ad.type, await offerTitle(reader, ad.type, ad.offer_id), ad.subtitle),
    description: ad.description,
    ctaText: ad.cta_text,
    ctaUrl: isLinkAddress(ad.cta_url) ? ad.cta_url : null,
  };
}
