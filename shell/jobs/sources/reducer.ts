/** The program in which one source becomes text: what its bytes could do to a parser, they do to it alone. */
import type { Fetched } from '../fetch/fetch-bytes.ts';
import { answerOnce } from '../processes/answer-once.ts';
import { textOf } from './text-of.ts';

answerOnce(async function* ({ bytes, contentType }: Fetched) {
  yield await textOf(bytes, contentType);
}, 'Its text could not be read.');
