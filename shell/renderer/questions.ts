import { countingFetch } from '../server/metrics/counting-fetch.ts';
import { MOST_QUESTIONS } from '../server/renderers/protocol/orders.ts';

interface Question {
  readonly isAnswered: boolean;
  readonly ms: number;
}

/** Counts the questions to the backend, for the shell's metrics. */
export function countQuestions() {
  let asked: Question[] = [];
  return {
    fetch: countingFetch((isAnswered, ms) => {
      if (asked.length < MOST_QUESTIONS) asked.push({ isAnswered, ms });
    }),
    /** Those since the last call. */
    take(): Question[] {
      const taken = asked;
      asked = [];
      return taken;
    },
  };
}
