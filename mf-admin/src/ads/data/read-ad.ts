import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { EditableAd } from './ad-form.ts';

/** An ad to be edited. Throws `not_found`. */
export async function readAd(client: StaffClient, id: string): Promise<EditableAd> {
  const row = unwrap(await client.from('ads').select('*').eq('id', id).maybeSingle());
  return {
    id: row.id,
    updatedAt: row.updated_at,
    values: {
      title: row.title,
      subtitle: row.subtitle,
      description: row.description,
      ctaText: row.cta_text,
      ctaUrl: row.cta_url,
      type: row.type,
      offerId: row.offer_id ?? '',
      isActive: row.is_active,
    },
  };
}
