/** The title of a new site, in English. It also stands where the site's own one cannot be read. */
export const DEFAULT_TITLE = 'Workshop Program: AI in Adult Education';
