const SPECIAL = /[\\^$.|?*+()[\]{}]/g;

/** A regular expression of PostgreSQL that finds a text as it stands. */
export const titlePattern = (text: string) => text.replace(SPECIAL, '\\$&');
