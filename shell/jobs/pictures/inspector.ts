/** The program that recognizes a picture of another host: its structure is read here alone. */
import { answerOnce } from '../processes/answer-once.ts';
import { readPictureFile } from './read-picture-file.ts';

answerOnce(async function* (content: Uint8Array) {
  const { bytes, ...picture } = readPictureFile(Buffer.from(content));
  yield { ...picture, end: bytes.length };
}, 'It could not be read.');
