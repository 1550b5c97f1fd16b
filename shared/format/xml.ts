// XML forbids control characters and lone surrogates, also escaped ones.
const IMPOSSIBLE = /[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const xmlText = (text: string): string =>
  text.replace(IMPOSSIBLE, '').replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

export const xmlElement = (name: string, text: string | null): string =>
  text ? `<${name}>${xmlText(text)}</${name}>` : '';
