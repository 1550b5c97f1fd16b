/** What a template does not know, such as `**[Bitte ergänzen: Telefonnummer]**`. It stays in the text until somebody fills it. */
export const gap = (what: string): string => `**[Bitte ergänzen: ${what}]**`;

/** The beginning of each gap, by which the database finds them. */
export const GAP = '[Bitte ergänzen';

/** The gaps that a text still has. */
export const gapsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\[Bitte ergänzen(?::\s*)?([^\]]*)\]/g)].map(([, what = '']) => what.trim() || 'Text');
