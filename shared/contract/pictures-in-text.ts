import { inBrackets } from './picture-markdown.ts';

const ADDRESS = /\/_pictures\/([0-9a-f-]{36})/g;
const WITH_TEXT =
  /!\[(?=[^\]]*[^\s\]])(?:[^[\]\\]|\\.|\[(?:[^[\]\\]|\\.)*\])*\]\(\s*<?[^\s<>()]*\/_pictures\/[0-9a-f-]{36}/g;
/** The label of a reference is the text of a picture that has no other. */
const REFERENCE = /\[(?:[^[\]\\]|\\.)+\]:\s*<?[^\s<>()]*\/_pictures\/[0-9a-f-]{36}/g;
/** A link around a picture, which has its text. */
const LINK = /\)\]\(\s*<?[^\s<>()]*\/_pictures\/[0-9a-f-]{36}/g;
const WITHOUT_OWN = /!\[\s*\]\[/;

/** The ids of pictures that a text names where it shows no alternative text. `private.uses_in` decides. */
export function undescribedIn(text: string): readonly string[] {
  const others = text.replace(LINK, ')').replace(WITH_TEXT, '');
  const unsure = WITHOUT_OWN.test(text) ? others : others.replace(REFERENCE, '');
  return [...new Set([...unsure.matchAll(ADDRESS)].flatMap(([, id]) => id ?? []))];
}

const withoutText = (id: string) => new RegExp(`!\\[\\s*\\](?=\\(\\s*<?[^\\s<>()]*/_pictures/${id})`, 'g');

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Where a text shows a picture without an alternative text; where it names it first, when it has such a picture in another form. */
export function placesOf(text: string, id: string): readonly [Place, ...Place[]] {
  const at = text.indexOf(id);
  const [first = { from: at, to: at + id.length + 1 }, ...others] = [...text.matchAll(withoutText(id))].map(
    ({ index }) => ({
      from: index,
      to: text.indexOf(')', index) + 1,
    }),
  );
  return [first, ...others];
}

/** Writes an alternative text wherever the brackets of a picture are empty. */
export const describedIn = (text: string, id: string, alt: string): string =>
  text.replace(withoutText(id), () => inBrackets(alt));
