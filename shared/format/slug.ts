/** Letters that German writes without their marks, and Latin letters that are no letter with a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' },
  ...{ æ: 'ae', ǽ: 'ae', œ: 'oe', ø: 'o', ǿ: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't' },
  ...{ ĸ: 'k', ə: 'e', ɛ: 'e', ɔ: 'o', ƒ: 'f', ɖ: 'd', ɗ: 'd', ɓ: 'b', ƙ: 'k', ƶ: 'z', ǝ: 'e', ɣ: 'g', ɨ: 'i', ʉ: 'u' },
};

/** 'Was heisst „KI“?' becomes 'was-heisst-ki'. May be empty. */
export function toSlug(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\p{L}/gu, (letter) => LETTERS[letter] ?? letter.normalize('NFKD'))
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
