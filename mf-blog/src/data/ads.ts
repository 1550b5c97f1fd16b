import type { Reader } from '@ki/shared/contract/reads.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { type Ad, headlineFor, subtitleFor } from '@ki/shared/format/ad.ts';
import { isLinkAddress } from '@ki/shared/format/address.ts';

/** A row of the view: the generated types do not know which columns of a view are never null. */
interface ShownAd {
  type: string;
  subtitle: string;
  description: string;
  cta_text: string;
  cta_url: string;
  offer_title: string | null;
}

/** Spreads a whole number over all 32 bits (finalizer of MurmurHash3), so that neighbours land far apart. */
function mixed(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** A pseudo-random item, the same for every request in one turn; `undefined` for an empty list. */
const ofTurn = <Item>(items: readonly Item[], turn: number): Item | undefined => items[mixed(turn) % items.length];

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
