import type { Database } from '@ki/shared/data/database.types.ts';
import type { AdRow } from './ad.ts';
import type { AdValues } from './ad-form.ts';

/** Columns of an ad in the list. */
export const AD_ROW = 'id, title, subtitle, type, is_active, created_at, updated_at';

type Row = Pick<
  Database['public']['Tables']['ads']['Row'],
  'id' | 'title' | 'subtitle' | 'type' | 'is_active' | 'created_at' | 'updated_at'
>;

export const toAdRow = (row: Row): AdRow => ({
  id: row.id,
  title: row.title,
  subtitle: row.subtitle,
  type: row.type,
  isActive: row.is_active,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** The columns that the form fills. */
export const toAdColumns = (values: AdValues) => ({
  title: values.title,
  subtitle: values.subtitle,
  description: values.description,
  cta_text: values.ctaText,
  cta_url: values.ctaUrl,
  type: values.type,
  offer_id: values.offerId === '' ? null : values.offerId,
  is_active: values.isActive,
});
