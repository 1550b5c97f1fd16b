import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { WorkshopRow } from './workshop.ts';

export interface WorkshopPage {
  readonly workshops: readonly WorkshopRow[];
  /** On all pages. */
  readonly total: number;
}

const COLUMNS = 'id, title, subtitle, duration, max_participants, updated_at, workshop_categories (name)';

/** One page of all workshops, newest first. `page` counts from 1. */
export async function listWorkshops(client: StaffClient, page: number): Promise<WorkshopPage> {
  const first = (page - 1) * PAGE_SIZE;
  const answer = await client
    .from('workshops')
    .select(COLUMNS, { count: 'exact' })
    .order('created_at', { ascending: false })
    .order('id')
    .range(first, first + PAGE_SIZE - 1);
  if (answer.status === 416) return { workshops: [], total: 0 };
  const workshops = unwrap(answer).map((row) => ({
    id: row.id,
    title: row.title,
    subtitle: row.subtitle,
    category: row.workshop_categories?.name ?? null,
    duration: row.duration,
    maxParticipants: row.max_participants,
    updatedAt: row.updated_at,
  }));
  return { workshops, total: answer.count ?? workshops.length };
}
