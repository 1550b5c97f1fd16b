import { ServerHtml } from '../browser/server-html.tsx';
import type { PreparedPart as Part, PreparedText as Text } from './prepare-text.ts';
import { Prose } from './prose.tsx';

export function PreparedPart({ part }: { part: Part }) {
  return '__html' in part ? <Prose dangerouslySetInnerHTML={part} /> : <Prose>{part.elements}</Prose>;
}

/** A prepared text; `null` when the document has it as HTML. */
export const PreparedText = ({ text }: { text: Text | null }) => (
  <ServerHtml>{text?.parts.map((part, index) => part && <PreparedPart key={index} part={part} />) ?? null}</ServerHtml>
);
