import type { Nodes, Parents, Text } from 'mdast';
import type { Code, Construct, Effects, State, TokenType } from 'micromark-util-types';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    literalAutolink: 'literalAutolink';
    literalAutolinkHttp: 'literalAutolinkHttp';
    literalAutolinkWww: 'literalAutolinkWww';
  }
}

/** Typographic marks; browsers copy addresses without them. */
const MARK = /[„“”‟‚‘’‛«»‹›…]/;
const APOSTROPHE = /[‘’]/;
const LETTER = /\p{L}/u;
/** An apostrophe between two letters is a part of a word, as in `L’Équipe`. */
const BEFORE_MARK = /(?=[„“”‟‚‛«»‹›…]|(?<!\p{L})[‘’]|[‘’](?!\p{L}))/u;
const ADDRESS = /https?:\/\/|www\.|@/i;

const ENDING = /(?:&[a-z]+;|[!"'*,.:;?_~\])])$/i;
const WHOLE = /^(?:https?:\/\/|www\.)./i;

const count = (text: string, character: string): number => text.split(character).length - 1;

/** As GFM ends an address: without the marks at its end, but with a parenthesis that it opens itself. */
function trimmed(address: string): string {
  let rest = address;
  for (let [ending] = ENDING.exec(rest) ?? []; ending; [ending] = ENDING.exec(rest) ?? []) {
    if (ending === ')' && count(rest, '(') >= count(rest, ')')) break;
    rest = rest.slice(0, -ending.length);
  }
  return rest;
}

const characterOf = (code: Code): string => (code === null || code < 0 ? ' ' : String.fromCharCode(code));

/** Looks ahead to a mark; fails where the word has none. */
const toMark = (onFound: (before: string) => void): Construct => ({
  partial: true,
  tokenize(effects, ok, nok) {
    let before = '';
    effects.enter('data');
    const found: State = (code) => {
      effects.exit('data');
      onFound(trimmed(before));
      return ok(code);
    };
    /** Begins after the apostrophe, which only a letter makes a part of the address. */
    const afterApostrophe =
      (apostrophe: string): State =>
      (code) => {
        if (!LETTER.test(characterOf(code))) return found(code);
        before += apostrophe;
        return inside(code);
      };
    const inside: State = (code) => {
      const character = characterOf(code);
      if (/[\s<]/.test(character)) return nok(code);
      const isApostrophe = APOSTROPHE.test(character) && LETTER.test(before.slice(-1));
      if (MARK.test(character) && !isApostrophe) return found(code);
      effects.consume(code);
      if (isApostrophe) return afterApostrophe(character);
      before += character;
      return inside;
    };
    return inside;
  },
});

/** An address up to its path: with it, each address of a long word would be read up to the end of the word. */
const withoutPath = (address: Construct): Construct => ({
  ...address,
  tokenize(effects, ok, nok) {
    // The path is optional: its attempt alone has no other way to go on.
    const attempt: Effects['attempt'] = (construct, onOk, onNok) =>
      onNok ? effects.attempt(construct, onOk, onNok) : onOk;
    return address.tokenize.call(this, { ...effects, attempt }, ok, nok);
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
    return effects.check(withoutPath(address), effects.check(toMark(onFound), begin, nok), nok);
  },
});

type Position = NonNullable<Text['position']>;

/** A text that is in the Markdown to the letter, so that its parts have places there. */
function isLiteral({ value, position }: Text): boolean {
  const { start, end } = position ?? {};
  return start?.line === end?.line && Number(end?.offset) - Number(start?.offset) === value.length;
}

function placed(value: string, { start }: Position, from: number): Text {
  const place = (at: number) => ({ ...start, column: start.column + at, offset: Number(start.offset) + at });
  return { type: 'text', value, position: { start: place(from), end: place(from + value.length) } };
}

/** One part has the place of all: one without an address, as GFM drops the place where it finds one. */
function placedTogether(values: readonly string[], position: Position): Text[] {
  const main = Math.max(
    0,
    values.findIndex((value) => !ADDRESS.test(value)),
  );
  const rest = { start: position.end, end: position.end };
  return values.map((value, index) => ({ type: 'text', value, position: index === main ? position : rest }));
}

function divided(text: Text): Text[] {
  const { value, position } = text;
  if (!MARK.test(value) || !ADDRESS.test(value)) return [text];
  const values = value.split(BEFORE_MARK);
  if (!position) return values.map((part) => ({ type: 'text', value: part }));
  if (!isLiteral(text)) return placedTogether(values, position);
  let from = 0;
  return values.map((part) => {
    from += part.length;
    return placed(part, position, from - part.length);
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
