import { countQuestion } from './metrics.ts';

const SERVER_FAILURE = 500;

/** `fetch` for questions to the backend, which counts them. */
export const countedFetch: typeof fetch = async (...question) => {
  const started = performance.now();
  const count = (isAnswered: boolean) => countQuestion(isAnswered, performance.now() - started);
  try {
    const answer = await fetch(...question);
    count(answer.status < SERVER_FAILURE);
    return answer;
  } catch (error) {
    count(false);
    throw error;
  }
};
