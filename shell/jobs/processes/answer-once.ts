/** A program in a sandbox answers one message, in parts, and ends. */
import { FetchError } from '../fetch/fetch-error.ts';

const send = (message: object) =>
  new Promise<void>((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });

export function answerOnce<Input>(answer: (input: Input) => AsyncIterable<unknown>, otherwise: string): void {
  process.on('disconnect', () => process.exit(0));
  process.once('message', async (input) => {
    try {
      for await (const part of answer(input as Input)) await send({ part });
      await send({ isDone: true });
    } catch (error) {
      const isExplained = error instanceof FetchError;
      await send({ failure: isExplained ? error.message : otherwise, isFinal: !isExplained || error.isFinal });
    }
  });
}
