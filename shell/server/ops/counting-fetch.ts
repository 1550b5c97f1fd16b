const SERVER_FAILURE = 500;

export type OnQuery = (isAnswered: boolean, ms: number) => void;

export function countingFetch(onQuery: OnQuery): typeof fetch {
  return async (...args) => {
    const started = performance.now();
    const count = (isAnswered: boolean) => onQuery(isAnswered, performance.now() - started);
    try {
      const response = await fetch(...args);
      count(response.status < SERVER_FAILURE);
      return response;
    } catch (error) {
      count(false);
      throw error;
    }
  };
}
