const SENTENCES: Readonly<Record<string, string>> = {
  generated: 'Diesen Beitrag hat eine KI geschrieben. Die Redaktion hat diese Fassung noch nicht geprüft.',
  assisted: 'Diesen Beitrag hat eine KI geschrieben. Die Redaktion hat ihn geprüft und steht für ihn ein.',
};

/** What readers see of the part that AI had in a post, as the column `ai` says; `undefined` without one. */
export const aiSentence = (ai: string): string | undefined => SENTENCES[ai];

/** A summary of a post, with the sentence before it. */
export const withAiSentence = (ai: string, summary: string | null): string =>
  [aiSentence(ai), summary].filter(Boolean).join(' ');

/** For lists: only texts that nobody has reviewed. */
export const aiMark = (ai: string): string | undefined => (ai === 'generated' ? 'Von KI geschrieben' : undefined);

export const ABOUT_AI = 'Wie diese Website mit KI arbeitet';
