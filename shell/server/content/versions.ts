import { TOPICS, type Topic } from '@ki/shared/data/topics.ts';
import { z } from 'zod';

/** Longer than any version of a topic. */
const LONGEST = 200;

/** What a backend tells of: what visitors read, and the registry in the database, by which they are served. */
export const TOLD = [...TOPICS, 'registry'] as const;
type Told = (typeof TOLD)[number];

/** The version of each, an opaque text: where two are equal, nothing changed of it. */
export type Versions = Readonly<Record<Told, string>>;

const texts = Object.fromEntries(TOPICS.map((topic) => [topic, z.string().max(LONGEST)])) as Record<Topic, z.ZodString>;

/** Topics of which this shell does not know are left out: nothing that it keeps shows them. Older backends tell of no registry. */
export const versionsSchema = z.object({ ...texts, registry: z.string().max(LONGEST).default('') });

/** Whether nothing changed of these. */
export const areEqual = (told: readonly Told[], a: Versions, b: Versions): boolean =>
  told.every((one) => a[one] === b[one]);
