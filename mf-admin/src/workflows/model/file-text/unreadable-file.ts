/** A file without a text to work with; the message says why and what helps. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}
