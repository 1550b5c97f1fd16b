import { ServerHtml } from '../server-html.tsx';
import type { PreparedPart as Part, PreparedText as Text } from './prepared.ts';
import { Prose } from './prose.tsx';

/** A part of a prepared text. */
export function PreparedPart({ part }: { part: Part }) {
  return '__html' in part ? <Prose dangerouslySetInnerHTML={part} /> : <Prose>{part.elements}</Prose>;
}

/** A prepared text; `null` for one that the document holds already. */
export function PreparedText({ text }: { text: Text | null }) {
  return (
    <ServerHtml>
      {text?.parts.map((part, index) => part && <PreparedPart key={index} part={part} />) ?? null}
    </ServerHtml>
  );
}
