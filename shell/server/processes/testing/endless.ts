/** A program in a sandbox that has been broken into, and answers without end. */
import { answerOnce } from '../answer-once.ts';

answerOnce(async function* () {
  for (;;) yield 'part';
}, 'It failed.');
