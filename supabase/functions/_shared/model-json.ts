import { Failure } from './failure.ts';

/** What a model wrote, as JSON if it is JSON (in a code fence too), else nothing. Half of a JSON text is refused. */
export function modelJson(text: string): unknown {
  const [, fenced] = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/.exec(text) ?? [];
  const json = fenced ?? text;
  if (!/^[[{]/.test(json)) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    throw new Failure(502, 'The answer of Gemini is not readable; it may have broken off. Please try again.');
  }
}
