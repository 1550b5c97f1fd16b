/** Adds all design tokens: the document came with those that it uses. */
import { TOKENS } from '@ki/shared/ui/global-style.tsx';

const sheet = new CSSStyleSheet();
sheet.replaceSync(TOKENS);
document.adoptedStyleSheets.push(sheet);
