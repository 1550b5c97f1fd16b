const SERVER_FAILURE = 500;

/** `fetch` for questions to the backend, which has each one counted. */
export function countingFetch(count: (isAnswered: boolean, ms: number) => void): typeof fetch {
  return async (...question) => {
    const started = performance.now();
    const counted = (isAnswered: boolean) => count(isAnswered, performance.now() - started);
    try {
      const answer = await fetch(...question);
      counted(answer.status < SERVER_FAILURE);
      return answer;
    } catch (error) {
      counted(false);
      throw error;
    }
  };
}
