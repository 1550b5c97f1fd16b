export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** The name of a chunk or a box. */
export const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/** The facts in the structure of a file, without decoding it. */
export interface Structure {
  /** Before it is turned. */
  readonly width: number;
  readonly height: number;
  /** As EXIF counts: 1 is upright, from 5 on a picture is turned by a quarter. */
  readonly orientation: number;
  readonly frames: number;
  /** Segments, chunks, blocks or boxes. */
  readonly parts: number;
  /** Where the picture ends. What follows, such as another file, is no part of it. */
  readonly end: number;
}

/** Null for a file of which nothing can be shown. */
export type ReadStructure = (bytes: Uint8Array) => Structure | null;
