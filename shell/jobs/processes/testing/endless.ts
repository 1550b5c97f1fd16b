/** A program in a sandbox that has been broken into, and answers without end. */
import { FetchError } from '../../fetch/fetch-error.ts';
import { answerOnce } from '../answer-once.ts';

answerOnce(async function* ({ fails }: { readonly fails: boolean }) {
  if (fails) throw new FetchError('x'.repeat(100_000));
  for (;;) yield 'part';
}, 'It failed.');
