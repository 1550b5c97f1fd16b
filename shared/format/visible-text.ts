/**
 * Controls, and characters that are not seen: soft hyphens, zero-width characters, directions of text, fillers, tags and
 * variation selectors, by which a text can carry what nobody reads in it. Joiners and selectors of emoji stay.
 */
const HIDDEN = new RegExp(
  [
    String.raw`(?<!\p{Emoji})\uFE0F`,
    String.raw`(?<!\p{Extended_Pictographic}\uFE0F?)\u200D|\u200D(?!\p{Extended_Pictographic})`,
    String.raw`(?![\u200D\uFE0F])[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]`,
    String.raw`(?![\t\n])\p{Cc}|[\uFFF9-\uFFFB]`,
  ].join('|'),
  'gu',
);

/** The text as a reader sees it, with line feeds as its only line breaks. */
export const visibleText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(HIDDEN, '')
    .normalize('NFC');
