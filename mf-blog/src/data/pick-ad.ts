import type { Reader } from '@ki/shared/contract/reader.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { type Ad, headlineFor, subtitleFor } from '@ki/shared/format/ad.ts';
import { isLinkAddress } from '@ki/shared/format/address.ts';
import { ofTurn } from '../model/of-turn.ts';

/** A row of the view: the generated types cannot know which columns of a view are never null. */
interface ShownAd {
  type: string;
  subtitle: string;
  description: string;
  cta_text: string;
  cta_url: string;
  offer_title: string | null;
}

/** The active ad whose turn it is, the same for all who ask in this turn; `null` when there is none. */
export async function pickAd(reader: Reader, turn: number): Promise<Ad | null> {
  const columns = 'type, subtitle, description, cta_text, cta_url, offer_title';
  const ads = reader.from('shown_ads').select(columns).order('id').overrideTypes<ShownAd[], { merge: false }>();
  const ad = ofTurn(unwrap(await ads), turn);
  if (!ad) return null;
  return {
    headline: headlineFor(ad.type),
    subtitle: subtitleFor(ad.type, ad.offer_title, ad.subtitle),
    description: ad.description,
    ctaText: ad.cta_text,
    ctaUrl: isLinkAddress(ad.cta_url) ? ad.cta_url : null,
  };
}
