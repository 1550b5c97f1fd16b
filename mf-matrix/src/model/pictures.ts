import { formatHours } from '@ki/shared/format/durations.ts';
import type { Shared } from '@ki/shared/metadata/share-picture.ts';
import type { PerAxis } from './axes.ts';
import { placeOf } from './workshop.ts';

interface WorkshopFacts extends PerAxis<string> {
  readonly title: string;
  readonly hours: number;
}

export const workshopPicture = (workshop: WorkshopFacts): Shared => ({
  title: workshop.title,
  facts: [placeOf(workshop), formatHours(workshop.hours)],
});
