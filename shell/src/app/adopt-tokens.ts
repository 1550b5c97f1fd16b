import { TOKENS } from '@ki/shared/ui/global-style.tsx';

/** The document came with the tokens that it uses: from now on all of them are there. */
export function adoptTokens(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(TOKENS);
  document.adoptedStyleSheets.push(sheet);
}
