export const MAX_TEXT = 5_000;
export const MAX_QUERIES = 10_000;

const HEADER_BYTES = 8;

/** Bytes are sent beside the JSON, which would enlarge them. */
type Message = object & { readonly bytes?: Uint8Array | undefined };

/** A frame is the length of the JSON, the length of the bytes, then both. */
export function framed({ bytes, ...message }: Message): readonly Uint8Array[] {
  const json = Buffer.from(JSON.stringify(message));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(json.length);
  header.writeUInt32BE(bytes?.length ?? 0, 4);
  return bytes ? [header, json, bytes] : [header, json];
}

/** Emits each message of a stream. It throws for a malformed frame, and for a longer one before it is buffered. */
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
      const [json, apart] = lengths ?? begin(next(HEADER_BYTES));
      if (bytes < json + apart) return;
      const whole = next(json + apart);
      const message: unknown = JSON.parse(whole.toString('utf8', 0, json));
      lengths = null;
      take(apart === 0 ? message : Object.assign(Object(message), { bytes: whole.subarray(json) }));
    }
  };
}
