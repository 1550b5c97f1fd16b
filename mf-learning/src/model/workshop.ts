import type { PreparedText } from '@ki/shared/ui/markdown/prepared.ts';

/** A workshop as its card shows it. */
export interface WorkshopSummary {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
  /** HH:MM:SS. */
  readonly duration: string;
  /** Places; 0 when they are not limited. */
  readonly maxParticipants: number;
  readonly category: string | null;
}

/** The texts of a workshop; `null` for one that says nothing. */
export interface WorkshopTexts {
  readonly content: PreparedText | null;
  readonly objectives: PreparedText | null;
}

export interface WorkshopDetails extends WorkshopSummary {
  /** `null` where the server has already sent them as HTML. */
  readonly texts: WorkshopTexts | null;
}

/** Name of the parameter that opens the details of a workshop. */
export const WORKSHOP = 'workshop';
