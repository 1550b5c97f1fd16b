/** Fired on the window once the page answers to whatever is done in it. */
export const ALIVE = 'alive';
