/** The title of a new site, in English. It also stands where the site's own one cannot be read. */
export const DEFAULT_TITLE = 'Workshop Program: AI in Adult Education';

/** The route whose data have the title and the open workshop. */
export const WORKSHOP = 'matrix-workshop';
