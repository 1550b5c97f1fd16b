import type { Database } from '@ki/shared/data/database.types.ts';
import type { WorkshopSummary } from '../model/workshop.ts';

const CARD = 'id, title, subtitle, description, duration, max_participants';

/** Columns of a workshop's card. */
export const SUMMARY = `${CARD}, category:workshop_categories(name)` as const;
/** The same, of workshops with a category only, so that its name can be asked for. */
export const SUMMARY_BY_CATEGORY = `${CARD}, category:workshop_categories!inner(name)` as const;

type Row = Pick<
  Database['public']['Tables']['workshops']['Row'],
  'id' | 'title' | 'subtitle' | 'description' | 'duration' | 'max_participants'
> & { category: { name: string } | null };

export const toSummary = (row: Row): WorkshopSummary => ({
  id: row.id,
  title: row.title,
  subtitle: row.subtitle,
  description: row.description,
  duration: row.duration,
  maxParticipants: row.max_participants,
  category: row.category?.name ?? null,
});
