/** An `__html` of an answer that is no part of a text: an element that gets it does not show it as HTML. */
class Unclaimed {
  readonly html: unknown;
  constructor(html: unknown) {
    this.html = html;
  }
}

type Part = { readonly __html: Unclaimed & { readonly html: string } } | null;

const isPart = (value: unknown): value is Part =>
  value === null ||
  (typeof value === 'object' &&
    '__html' in value &&
    value.__html instanceof Unclaimed &&
    typeof value.__html.html === 'string' &&
    Object.keys(value).length === 1);

/** The form of `PreparedText`, with nothing else in it. */
const isPreparedText = (value: unknown): value is { readonly parts: readonly Part[]; readonly sections: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).sort().join() === 'parts,sections' &&
  'parts' in value &&
  Array.isArray(value.parts) &&
  value.parts.every(isPart);

/** Parses an answer. The parts of prepared texts become Trusted HTML, and no other `__html` does. */
export function createParser(): (json: string) => unknown {
  const policy = window.trustedTypes?.createPolicy('shell-html', { createHTML: (html: string) => html });
  const trusted = (html: string) => policy?.createHTML(html) ?? html;
  const revive = (key: string, value: unknown): unknown => {
    if (key === '__html') return new Unclaimed(value);
    if (!isPreparedText(value)) return value;
    return { ...value, parts: value.parts.map((part) => part && { __html: trusted(part.__html.html) }) };
  };
  return (json) => JSON.parse(json, revive);
}
