import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { toDurationValues } from '../../records/model/duration-fields.ts';
import type { EditableWorkshop } from './workshop.ts';

const COLUMNS =
  'id, title, subtitle, description, content, learning_objectives, max_participants, duration, workshop_category_id, updated_at';

/** A workshop to be edited. Throws `not_found`. */
export async function readWorkshop(client: StaffClient, id: string): Promise<EditableWorkshop> {
  const row = unwrap(await client.from('workshops').select(COLUMNS).eq('id', id).maybeSingle());
  return {
    id: row.id,
    updatedAt: row.updated_at,
    duration: row.duration,
    values: {
      title: row.title,
      subtitle: row.subtitle,
      description: row.description,
      content: row.content,
      learningObjectives: row.learning_objectives,
      maxParticipants: String(row.max_participants),
      ...toDurationValues(row.duration),
      categoryId: row.workshop_category_id ?? '',
    },
  };
}
