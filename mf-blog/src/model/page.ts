import { paths } from '@ki/shared/contract/paths.ts';
import type { PreparedText } from '@ki/shared/ui/markdown/prepare-text.ts';

export interface SitePage {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** `null` for a text that is the platform's own. */
  readonly updatedAt: string | null;
  /** `null` where the document has it as HTML. */
  readonly article: PreparedText | null;
}

export interface Placeholder {
  readonly title: string;
  readonly description: string;
  readonly isPlaceholder: true;
}

const placeholder = (title: string, topic: string): Placeholder => ({
  title,
  description: `Hier entsteht eine Seite über ${topic}.`,
  isPlaceholder: true,
});

/** Shows at an address until somebody writes the page. */
export function placeholderAt(slug: string): Placeholder | undefined {
  const path = paths.page({ slug }).toLowerCase();
  if (path === paths.elements) return placeholder('Elemente/KI', 'die Elemente der künstlichen Intelligenz');
  if (path === paths.chatgptGoals) return placeholder('ChatGPT Lernziele/KI', 'Lernziele rund um ChatGPT');
  return undefined;
}
