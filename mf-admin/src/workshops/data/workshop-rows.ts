import { toStoredDuration } from '../../records/model/duration-fields.ts';
import type { EditableWorkshop, WorkshopValues } from './workshop.ts';

/** The columns that the form fills. */
export const toWorkshopColumns = (values: WorkshopValues, before: EditableWorkshop | null) => ({
  title: values.title,
  subtitle: values.subtitle,
  description: values.description,
  content: values.content,
  learning_objectives: values.learningObjectives,
  max_participants: Number(values.maxParticipants),
  duration: toStoredDuration(values, before?.duration ?? null),
  workshop_category_id: values.categoryId === '' ? null : values.categoryId,
});
