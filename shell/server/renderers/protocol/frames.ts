const HEADER_BYTES = 8;

/** A message: JSON, and beside it what is bytes already and would only grow by becoming JSON. */
type Message = object & { readonly bytes?: Uint8Array | undefined };

/** A message as it travels between the shell and a renderer: the lengths of its JSON and of its bytes, then both. */
export function framed({ bytes, ...message }: Message): readonly Uint8Array[] {
  const json = Buffer.from(JSON.stringify(message));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(json.length);
  header.writeUInt32BE(bytes?.length ?? 0, 4);
  return bytes ? [header, json, bytes] : [header, json];
}

/**
 * Returns what takes the bytes of a channel as they come and hands on each message. It throws for what is no message,
 * or is longer than `limit` bytes, before it has kept more than that.
 */
export function frameReader(limit: number, take: (message: unknown) => void): (chunk: Buffer) => void {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let lengths: readonly [json: number, bytes: number] | null = null;

  const next = (count: number): Buffer => {
    const all = Buffer.concat(waiting);
    waiting = bytes > count ? [all.subarray(count)] : [];
    bytes -= count;
    return all.subarray(0, count);
  };

  const begin = (header: Buffer) => {
    lengths = [header.readUInt32BE(), header.readUInt32BE(4)];
    const size = lengths[0] + lengths[1];
    if (size > limit) throw new Error(`a message of ${size} bytes; expected at most ${limit}`);
    return lengths;
  };

  return (chunk) => {
    waiting.push(chunk);
    bytes += chunk.length;
    for (;;) {
      if (!lengths && bytes < HEADER_BYTES) return;
      const [json, beside] = lengths ?? begin(next(HEADER_BYTES));
      if (bytes < json + beside) return;
      const whole = next(json + beside);
      const message: unknown = JSON.parse(whole.toString('utf8', 0, json));
      lengths = null;
      take(beside === 0 ? message : Object.assign(Object(message), { bytes: whole.subarray(json) }));
    }
  };
}
