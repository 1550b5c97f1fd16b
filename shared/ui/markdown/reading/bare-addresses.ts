import type { Nodes, Parents, Text } from 'mdast';
import type { Construct, State, TokenType } from 'micromark-util-types';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    literalAutolink: 'literalAutolink';
    literalAutolinkHttp: 'literalAutolinkHttp';
    literalAutolinkWww: 'literalAutolinkWww';
  }
}

/** Typographic marks; browsers copy addresses without them. */
const MARKS = '„“”‟‚‘’‛«»‹›…';
const MARK = new RegExp(`[${MARKS}]`);
const BEFORE_MARK = new RegExp(`(?=[${MARKS}])`);
const ADDRESS = /https?:\/\/|www\.|@/i;

const ENDING = /(?:&[a-z]+;|[!"'*,.:;?_~\])])$/i;
const WHOLE = /^(?:https?:\/\/|www\.)./i;

const count = (text: string, character: string): number => text.split(character).length - 1;

/** As GFM ends an address: without the marks at its end, but with a parenthesis that it opens itself. */
function trimmed(address: string): string {
  const [ending = ''] = ENDING.exec(address) ?? [];
  const isOwn = ending === ')' && count(address, '(') >= count(address, ')');
  return ending === '' || isOwn ? address : trimmed(address.slice(0, -ending.length));
}

/** Looks ahead to a mark; fails where the word has none. */
const toMark = (onFound: (before: string) => void): Construct => ({
  partial: true,
  tokenize(effects, ok, nok) {
    let before = '';
    effects.enter('data');
    const inside: State = (code) => {
      const character = code === null || code < 0 ? ' ' : String.fromCharCode(code);
      if (/[\s<]/.test(character)) return nok(code);
      if (MARK.test(character)) {
        effects.exit('data');
        onFound(trimmed(before));
        return ok(code);
      }
      before += character;
      effects.consume(code);
      return inside;
    };
    return inside;
  },
});

/** A bare address that ends before a mark, where GFM has an address: its own ends at marks of ASCII only. */
export const endingAtMarks = (address: Construct, token: TokenType): Construct => ({
  ...address,
  tokenize(effects, ok, nok) {
    let left = 0;
    const inside: State = (code) => {
      if (left === 0) {
        effects.exit(token);
        effects.exit('literalAutolink');
        return ok(code);
      }
      left -= 1;
      effects.consume(code);
      return inside;
    };
    const begin: State = (code) => {
      if (left === 0) return nok(code);
      effects.enter('literalAutolink');
      effects.enter(token);
      return inside(code);
    };
    const onFound = (found: string) => {
      left = WHOLE.test(found) ? found.length : 0;
    };
    // In this order: most words that begin as an address are none.
    return effects.check(address, effects.check(toMark(onFound), begin, nok), nok);
  },
});

/** A part of a text; without a place where the text is no letter-for-letter part of the Markdown. */
function partOf({ value, position }: Text, from: number, part: string): Text {
  const { start, end } = position ?? {};
  const isLiteral = start?.line === end?.line && Number(end?.offset) - Number(start?.offset) === value.length;
  if (!start || !isLiteral) return { type: 'text', value: part };
  const place = (at: number) => ({ ...start, column: start.column + at, offset: Number(start.offset) + at });
  return { type: 'text', value: part, position: { start: place(from), end: place(from + part.length) } };
}

function divided(text: Text): Text[] {
  if (!MARK.test(text.value) || !ADDRESS.test(text.value)) return [text];
  let from = 0;
  return text.value.split(BEFORE_MARK).map((value) => {
    const part = partOf(text, from, value);
    from += value.length;
    return part;
  });
}

/** Divides texts before marks: GFM looks for further addresses, such as `„www.example.org“`, in each text by itself. */
export function divideAtMarks(parent: Parents): void {
  const children: readonly Nodes[] = parent.children;
  parent.children = children.flatMap((child): Nodes[] => {
    if ('children' in child) divideAtMarks(child);
    return child.type === 'text' ? divided(child) : [child];
  }) as typeof parent.children;
}
