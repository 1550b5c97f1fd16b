import type { Options } from 'react-markdown';

/** The words of footnotes, and the prefix of their ids. */
export const footnotes = (idPrefix: string): NonNullable<Options['remarkRehypeOptions']> => ({
  clobberPrefix: idPrefix,
  footnoteLabel: 'Fussnoten',
  footnoteBackLabel: (index) => `Zurück zu Verweis ${index + 1}`,
});
