/** A failure whose message is written for the person at the terminal: it is shown without a stack. */
export class Problem extends Error {
  /** @override */
  name = 'Problem';
}
