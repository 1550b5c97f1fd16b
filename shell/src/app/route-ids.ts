/** The route that everything is a child of. */
export const ROOT = 'root';
/** The route that matches what no other route does. */
export const CATCH_ALL = 'missing';
