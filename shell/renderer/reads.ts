import type { Topic } from '@ki/shared/data/topics.ts';
import { topicsOf } from './topics-of.ts';

const SERVER_FAILURE = 500;
/** Too slow, too many: to be asked again. */
const PASSING: readonly number[] = [408, 429];

/** Collects what one job reads of the backend. */
export function createReads() {
  const topics = new Set<Topic>();
  let areKnown = true;
  return {
    add(more: readonly Topic[] | null): void {
      if (more === null) areKnown = false;
      else for (const topic of more) topics.add(topic);
    },
    /** The topics that it shows something of; `null` when it read what nobody tells of, or what failed. */
    topics: (): readonly Topic[] | null => (areKnown ? [...topics] : null),
  };
}

export type Reads = ReturnType<typeof createReads>;

const addressOf = (question: Parameters<typeof fetch>[0]) =>
  question instanceof Request ? question.url : String(question);

/** `fetch` for questions to the backend, which adds what it reads to all whose work it may be. */
export function readingFetch(ask: typeof fetch, readers: () => readonly Reads[]): typeof fetch {
  return async (question, options) => {
    const concerned = readers();
    const add = (topics: readonly Topic[] | null) => {
      for (const reads of concerned) reads.add(topics);
    };
    add(topicsOf(addressOf(question)));
    try {
      const answer = await ask(question, options);
      if (answer.status >= SERVER_FAILURE || PASSING.includes(answer.status)) add(null);
      return answer;
    } catch (error) {
      add(null);
      throw error;
    }
  };
}
