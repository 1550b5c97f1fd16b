import type { ComponentProps } from 'react';
import type { ExtraProps } from 'react-markdown';
import { codeLanguage } from './code-language.ts';
import { isElement } from './hast.ts';
import { languageName } from './language-names.ts';

/**
 * A block of code with its language above. It can be focused, so that the keyboard can scroll it. Its button stays
 * hidden until a page shows it and listens for clicks on `button[data-copy]`: the HTML may come without this code.
 */
export function CodeBlock({ node, children }: ComponentProps<'pre'> & ExtraProps) {
  const language = codeLanguage(node?.children.find(isElement));
  const name = language && languageName(language);
  return (
    <figure data-code="">
      {name && <figcaption>{name}</figcaption>}
      <button type="button" data-copy="" aria-label="Code kopieren">
        Kopieren
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable */}
      <pre role="group" aria-label={name ? `Code, ${name}` : 'Code'} tabIndex={0}>
        {children}
      </pre>
    </figure>
  );
}
