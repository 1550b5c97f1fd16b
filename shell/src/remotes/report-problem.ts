import { MAX_MESSAGE_LENGTH, type Problem, REPORTS_PATH } from './problem.ts';

/** The server may look at the files itself before it answers; nobody waits longer for that. */
const ANSWER_WITHIN_MS = 3_000;

const reported = new Map<string, Promise<boolean>>();

async function send(problem: Problem): Promise<boolean> {
  try {
    const response = await fetch(REPORTS_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...problem, message: problem.message.slice(0, MAX_MESSAGE_LENGTH) }),
      keepalive: true,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return response.ok;
  } catch {
    return false;
  }
}

/** Tells the server what failed, once in this document. Resolves whether it heard; never rejects. */
export function reportProblem(problem: Problem): Promise<boolean> {
  const key = `${problem.remote}@${problem.version} ${problem.phase}`;
  const answer = reported.get(key) ?? send(problem);
  reported.set(key, answer);
  return answer;
}
