const HEADER_BYTES = 4;

/** A message as it travels between the shell and a renderer: its length in bytes, then JSON. */
export function framed(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(body.length);
  return Buffer.concat([header, body]);
}

/**
 * Returns what takes the bytes of a channel as they come and hands on each message. It throws for what is no message,
 * or is longer than `limit` bytes, before it has kept more than that.
 */
export function frameReader(limit: number, take: (message: unknown) => void): (chunk: Buffer) => void {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let size: number | null = null;

  const next = (count: number): Buffer => {
    const all = Buffer.concat(waiting);
    waiting = bytes > count ? [all.subarray(count)] : [];
    bytes -= count;
    return all.subarray(0, count);
  };

  return (chunk) => {
    waiting.push(chunk);
    bytes += chunk.length;
    for (;;) {
      if (size === null) {
        if (bytes < HEADER_BYTES) return;
        size = next(HEADER_BYTES).readUInt32BE();
        if (size > limit) throw new Error(`a message of ${size} bytes; expected at most ${limit}`);
      }
      if (bytes < size) return;
      const message: unknown = JSON.parse(next(size).toString('utf8'));
      size = null;
      take(message);
    }
  };
}
