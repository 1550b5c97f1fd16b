/**
 * As `shared/format/visible-text.ts`, which is not deployed with functions.
 *
 * Controls, and characters that are not seen: soft hyphens, zero-width characters, directions of text, fillers, tags and
 * variation selectors, by which a text can carry what nobody reads in it. Joiners and selectors of emoji stay.
 */
const HIDDEN = new RegExp(
  [
    String.raw`(?<!\p{Emoji})\uFE0F`,
    String.raw`(?<!\p{Extended_Pictographic}\uFE0F?)\u200D|\u200D(?!\p{Extended_Pictographic})`,
    String.raw`[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\xAD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200C\u200E\u200F]`,
    String.raw`[\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0E\uFEFF\uFFA0\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]`,
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
