/** What stands in a text in place of a source that there is not. */
export const MISSING = '[Quelle fehlt]';
