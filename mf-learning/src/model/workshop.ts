import type { ShownPicture } from '@ki/shared/contract/pictures.ts';
import type { PreparedText } from '@ki/shared/ui/markdown/prepare-text.ts';

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
  /** Left out without one, as documents carry the list. */
  readonly picture?: ShownPicture;
}

export interface WorkshopTexts {
  readonly content: PreparedText | null;
  readonly objectives: PreparedText | null;
}

export interface WorkshopDetails extends WorkshopSummary {
  /** `null` where the document has them as HTML. */
  readonly texts: WorkshopTexts | null;
}
