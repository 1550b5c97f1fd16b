/** What the page's early script looks for in the document, by `data-part`. */
export type Part = 'filters' | 'count' | 'clear' | 'empty';

export const part = (name: Part) => ({ 'data-part': name });
