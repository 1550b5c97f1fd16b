/** Separate from the other colours, so that only pages with code load them. */
export const codeColor = {
  code: 'var(--c-code)',
  onCode: 'var(--c-on-code)',
  codeComment: 'var(--c-code-comment)',
  codeKeyword: 'var(--c-code-keyword)',
  codeString: 'var(--c-code-string)',
  codeNumber: 'var(--c-code-number)',
  codeTitle: 'var(--c-code-title)',
  codeName: 'var(--c-code-name)',
  codeAdded: 'var(--c-code-added)',
  codeRemoved: 'var(--c-code-removed)',
} as const;
