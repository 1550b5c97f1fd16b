/** Ids of pictures that have no alternative text in the library, nor in the text that is open. */
export const undescribed = new Set<string>();
