/** Marks the links whose documents the browser shall fetch ahead. */
export const AHEAD = 'data-ahead';

/** What the document says to the browser about such links; always the same text, which the policy allows by its hash. */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [{ where: { selector_matches: `a[${AHEAD}]` }, eagerness: 'immediate' }],
});
