/** Latin letters that are no letter with a mark, by the letters that stand for them in addresses. */
const FORMS: Readonly<Record<string, string>> = {
  ...{ a: 'ɐɑᴀⱥ', ae: 'æᴁ', b: 'ƀƃɓʙ', c: 'ƈȼɕᴄ', d: 'đðƌɖɗȡᴅ', e: 'ǝəɛɇɘᴇ', f: 'ƒꜰ', g: 'ǥɠɡɢɣ', gh: 'ƣ', h: 'ħɦʜⱨ' },
  ...{ hv: 'ƕ', i: 'ıɨɩɪ', j: 'ȷɉʝᴊ', k: 'ĸƙᴋⱪꝁ', l: 'łƚȴɫɬɭʟⱡ', ll: 'ỻ', m: 'ɱᴍ', n: 'ŋƞȵɲɳɴ', o: 'øɔɵᴏ', oe: 'œɶ' },
  ...{ ou: 'ȣ', p: 'ƥᴘᵽ', q: 'ɋꞯ', r: 'ɍɽɾʀ', s: 'ȿʂꜱꞩ', sh: 'ʃ', ss: 'ß', t: 'ŧƫƭȶʈᴛⱦ', th: 'þ', u: 'ʉʊᴜ', v: 'ʋᴠỽ' },
  ...{ w: 'ƿᴡⱳ', y: 'ƴȝɏʏỿ', z: 'ƶȥɀʐʑʒᴢⱬ' },
};
const LETTERS = new Map(
  Object.entries(FORMS).flatMap(([form, letters]) => [...letters].map((letter) => [letter, form])),
);

/** 'Was heisst „KI“?' becomes 'was-heisst-ki'. May be empty: letters of other scripts have no single Latin form. */
export function toSlug(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöü]/g, (umlaut) => `${umlaut.normalize('NFD').charAt(0)}e`)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Lm}]+/gu, '')
    .replace(/[\u0080-\uFFFF]/g, (letter) => LETTERS.get(letter) ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
