/** Spreads a whole number over all 32 bits: what is next to each other comes far apart (finalizer of MurmurHash3). */
function mixed(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** The item whose turn it is, as if by chance, but the same for all who ask in this turn; none of an empty list. */
export const ofTurn = <Item>(items: readonly Item[], turn: number): Item | undefined =>
  items[mixed(turn) % items.length];
