import { limitedFetch } from '@ki/shared/http/limited-fetch.ts';

export type OnQuery = (isAnswered: boolean, ms: number) => void;

export function countingFetch(onQuery: OnQuery): typeof fetch {
  return async (input, init) => {
    const started = performance.now();
    const count = (isAnswered: boolean) => onQuery(isAnswered, performance.now() - started);
    try {
      const response = await limitedFetch(input, init);
      count(response.status < 500);
      return response;
    } catch (error) {
      count(false);
      throw error;
    }
  };
}
