/** Finds gaps: facts that a template lacks, such as `**[Bitte ergänzen: Telefonnummer]**`, until somebody fills them. */
export const gap = (what: string): string => `**[Bitte ergänzen: ${what}]**`;

/** The beginning of each gap, by which the database finds them. */
export const GAP = '[Bitte ergänzen';

/** The gaps that a text still has. */
export const gapsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\[Bitte ergänzen(?::\s*)?([^\]]*)\]/g)].map(([, what = '']) => what.trim() || 'Text');
