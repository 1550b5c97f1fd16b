const CENTRAL_ENTRY = 0x02014b50;
const END_OF_ARCHIVE = 0x06054b50;
const END_LENGTH = 22;
const DEFLATED = 8;

/** Where the packed bytes of an entry begin: its local header repeats the name and has extras of its own. */
const dataAt = (view: DataView, header: number) =>
  header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);

function* deflatedParts(bytes: Uint8Array<ArrayBuffer>): Generator<Uint8Array<ArrayBuffer>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - END_LENGTH;
  while (view.getUint32(end, true) !== END_OF_ARCHIVE) end -= 1;
  let entry = view.getUint32(end + 16, true);
  while (view.getUint32(entry, true) === CENTRAL_ENTRY) {
    const start = dataAt(view, view.getUint32(entry + 42, true));
    if (view.getUint16(entry + 10, true) === DEFLATED) {
      yield bytes.subarray(start, start + view.getUint32(entry + 20, true));
    }
    entry += 46 + [28, 30, 32].reduce((sum, field) => sum + view.getUint16(entry + field, true), 0);
  }
}

/**
 * Whether the parts of a ZIP archive unpack to more bytes. It unpacks them and keeps nothing, because the sizes in the
 * archive may be wrong. Throws for anything that is no archive.
 */
export async function unpacksToMore(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<boolean> {
  let size = 0;
  for (const part of deflatedParts(bytes)) {
    const unpacked = new Blob([part]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    for await (const chunk of unpacked) {
      size += chunk.length;
      if (size > most) return true;
    }
  }
  return false;
}
