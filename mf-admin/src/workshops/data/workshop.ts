import { durationFields, NO_DURATION, wholeNumber } from '../../records/model/duration-fields.ts';
import { z } from '../../records/model/z.ts';

/** The largest integer of the database. */
const MOST = 2_147_483_647;

export const workshopSchema = z.object({
  title: z.string().trim().min(1, 'Title is required'),
  subtitle: z.string().trim(),
  description: z.string().trim(),
  content: z.string(),
  learningObjectives: z.string(),
  maxParticipants: wholeNumber('Max Participants', MOST),
  ...durationFields,
  categoryId: z.string(),
});

export type WorkshopValues = z.input<typeof workshopSchema>;

export const NEW_WORKSHOP: WorkshopValues = {
  title: '',
  subtitle: '',
  description: '',
  content: '',
  learningObjectives: '',
  maxParticipants: '0',
  ...NO_DURATION,
  categoryId: '',
};

/** A workshop as its form needs it. */
export interface EditableWorkshop {
  readonly id: string;
  readonly updatedAt: string;
  /** HH:MM:SS. */
  readonly duration: string;
  readonly values: WorkshopValues;
}

/** A workshop in the list. */
export interface WorkshopRow {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly category: string | null;
  /** HH:MM:SS. */
  readonly duration: string;
  readonly maxParticipants: number;
  /** ISO 8601. */
  readonly updatedAt: string;
}
