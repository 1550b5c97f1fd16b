import { ServerHtml } from '../browser/server-html.tsx';
import type { PreparedPart as Part, PreparedText as Text } from './prepare-text.ts';
import { Prose } from './prose.tsx';

export function PreparedPart({ part }: { part: Part }) {
  return '__html' in part ? <Prose dangerouslySetInnerHTML={part} /> : <Prose>{part.elements}</Prose>;
}

interface PreparedTextProps {
  /** Different for each text of a page. */
  readonly name: string;
  /** `null` when the document has it as HTML. */
  readonly text: Text | null;
}

export const PreparedText = ({ name, text }: PreparedTextProps) => (
  <ServerHtml name={name}>
    {text?.parts.map((part, index) => part && <PreparedPart key={index} part={part} />) ?? null}
  </ServerHtml>
);
