/** Widths of letters in ems, for a serif of usual width; what is not listed counts as an average small letter. */
const WIDTHS: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[ijlI.,:;!'|’‚„“”()[\]]/, 0.34],
  [/[tfrs ]/, 0.42],
  [/[mwMW–—…@%&]/, 0.92],
  [/[A-ZÄÖÜ]/, 0.7],
];
const AVERAGE = 0.57;

const letterWidth = (letter: string) => WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? AVERAGE;

/** About how wide a text is, in ems; rather too wide than too narrow. */
export const textWidth = (text: string): number => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);

/** Breaks a text between words into lines of at most `most` ems; a longer word has a line of its own. */
export function textLines(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && textWidth(longer) <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
