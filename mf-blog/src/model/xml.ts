// Control characters and halves of surrogate pairs may not stand in XML, not even escaped.
const IMPOSSIBLE = /[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it may stand in an XML element or a quoted attribute. */
export const xmlText = (text: string): string =>
  text.replace(IMPOSSIBLE, '').replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** An element with text; none for no text. */
export const xmlElement = (name: string, text: string | null): string =>
  text ? `<${name}>${xmlText(text)}</${name}>` : '';
