import { attention } from 'micromark-core-commonmark';
import type { Code, Construct, State, Token, TokenizeContext } from 'micromark-util-types';

const ASTERISK = 42;

/** German, English and French texts have some of them on both sides. */
const OPENING_QUOTE = /["„“‚‘«»‹›]/;
const CLOSING_QUOTE = /["“”’‘«»‹›]/;
/** With these a German writer ends a bold part of a word or of a line: `**50 %**ige`, `**Hinweis:**Text`. */
const ENDING = /[.:;!?…%‰€°`]/;
const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** A quotation mark after one of these ends a quotation. */
const BEFORE_CLOSING = /[\p{L}\p{N}.!?…%)*_`]/u;

const isOneOf = (marks: RegExp, code: Code): boolean =>
  code !== null && code > 0 && marks.test(String.fromCharCode(code));

const lengthOf = ({ start, end }: Token): number => end.offset - start.offset;

/** The characters beside a run. Many quotation marks open and close: the character beyond one decides. */
interface Sides {
  readonly before: Code;
  readonly after: Code;
  readonly isAfterClosing: boolean;
  readonly isBeforeOpening: boolean;
}

/** The last single star of a text that may open, and whether it stands before a quotation mark and after a letter. */
interface Opener {
  readonly token: Token;
  readonly isBeforeQuote: boolean;
  readonly isInWord: boolean;
}

const openers = new WeakMap<TokenizeContext, Opener>();

/** In words single stars mark a quotation from its beginning to its end only: `Lehrer*„innen“ und Schüler*„innen“`. */
function openAndCloseSingle(context: TokenizeContext, token: Token, sides: Sides): void {
  const { before, after, isAfterClosing, isBeforeOpening } = sides;
  const last = openers.get(context);
  // Between letters or digits a single star is itself: `Schüler*innen`, `5*3`.
  if (isOneOf(LETTER_OR_DIGIT, before) && isOneOf(LETTER_OR_DIGIT, after)) {
    Object.assign(token, { _open: false, _close: false });
    return;
  }
  if (token._close && !isAfterClosing && last?.isInWord) last.token._open = false;
  if (isAfterClosing && isOneOf(LETTER, after) && last?.isBeforeQuote) token._close = true;
  const isInWord = isBeforeOpening && isOneOf(LETTER, before);
  if (isInWord) token._open = true;
  if (token._open) openers.set(context, { token, isBeforeQuote: isBeforeOpening, isInWord });
}

/** CommonMark lets no run open between a letter and a mark, nor close between a mark and a letter: `**„Wort“**und`. */
function openAndClose(token: Token, { before, after, isAfterClosing, isBeforeOpening }: Sides): void {
  if (isBeforeOpening && isOneOf(LETTER, before)) token._open = true;
  if ((isAfterClosing || isOneOf(ENDING, before)) && isOneOf(LETTER, after)) token._close = true;
}

/** Looks beyond a mark for a letter or digit. */
const markBeforeWord: Construct = {
  partial: true,
  tokenize: (effects, ok, nok) => (mark) => {
    effects.enter('data');
    effects.consume(mark);
    return (code) => {
      effects.exit('data');
      return isOneOf(LETTER_OR_DIGIT, code) ? ok(code) : nok(code);
    };
  },
};

/** The character before the previous one; a blank where the previous one begins a line or follows a reference. */
function secondBefore(context: TokenizeContext): string {
  const now = context.now();
  const at = now._bufferIndex;
  if (at < 2) return ' ';
  return context.sliceSerialize({ start: { ...now, _bufferIndex: at - 2 }, end: { ...now, _bufferIndex: at - 1 } });
}

/** A run of stars or tildes that opens and closes as German texts need it. */
export const besideMarks = (construct: Construct): Construct => ({
  ...construct,
  tokenize(effects, ok, nok) {
    const { previous: before } = this;
    const isAfterClosing = isOneOf(CLOSING_QUOTE, before) && BEFORE_CLOSING.test(secondBefore(this));
    const decided =
      (isBeforeOpening: boolean): State =>
      (after) => {
        const token = this.events.at(-1)?.[1];
        const sides = { before, after, isAfterClosing, isBeforeOpening };
        if (token && lengthOf(token) === 1) openAndCloseSingle(this, token, sides);
        else if (token) openAndClose(token, sides);
        return ok(after);
      };
    const done: State = (after) =>
      isOneOf(OPENING_QUOTE, after)
        ? effects.check(markBeforeWord, decided(true), decided(false))(after)
        : decided(false)(after);
    return construct.tokenize.call(this, effects, done, nok);
  },
});

/** Underscores stay as CommonMark has them: they neither open nor close in words. */
export const emphasis = { text: { [ASTERISK]: besideMarks(attention) } };
