/**
 * Calls back for each line that streams print.
 * @param {ReadonlyArray<import('node:stream').Readable | null>} streams @param {(line: string) => void} onLine
 */
export function eachLine(streams, onLine) {
  for (const stream of streams) {
    let rest = '';
    stream?.setEncoding('utf8');
    stream?.on('data', (/** @type {string} */ text) => {
      const lines = (rest + text).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    });
    stream?.on('end', () => rest && onLine(rest));
  }
}
