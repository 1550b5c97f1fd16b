import { TOPICS, type Topic } from '@ki/shared/data/topics.ts';
import { z } from 'zod';

/** Longer than any version of a topic. */
const LONGEST = 200;

/** The version of each topic, an opaque text: where two are equal, nothing changed that visitors see of it. */
export type Versions = Readonly<Record<Topic, string>>;

const texts = Object.fromEntries(TOPICS.map((topic) => [topic, z.string().max(LONGEST)]));

/** Topics of which this shell does not know are left out: nothing that it keeps shows them. */
export const versionsSchema = z.object(texts as Record<Topic, z.ZodString>);

/** Whether nothing changed in these topics. */
export const areEqual = (topics: readonly Topic[], a: Versions, b: Versions): boolean =>
  topics.every((topic) => a[topic] === b[topic]);
