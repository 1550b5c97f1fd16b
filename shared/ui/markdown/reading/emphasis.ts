import { attention } from 'micromark-core-commonmark';
import { classifyCharacter } from 'micromark-util-classify-character';
import type { Code, Construct, State, Token, TokenizeContext } from 'micromark-util-types';

const ASTERISK = 42;

/** German, English and French texts have some of them on both sides. */
const OPENING_QUOTE = /["„“‚‘«»‹›]/;
const CLOSING_QUOTE = /["“”’‘«»‹›]/;
/** With these a German writer ends a bold part of a word or of a line: `**50 %**ige`, `**Hinweis:**Text`. */
const ENDING = /["“”’‘'«»‹›.:;!?…%‰€°`]/;
const LETTER = /\p{L}/u;

const isOneOf = (marks: RegExp, code: Code): boolean =>
  code !== null && code > 0 && marks.test(String.fromCharCode(code));

const lengthOf = ({ start, end }: Token): number => end.offset - start.offset;

/** The last single star of a text that may open, and whether it stands before a quotation mark and after a letter. */
interface Opener {
  readonly token: Token;
  readonly isBeforeQuote: boolean;
  readonly isInWord: boolean;
}

const openers = new WeakMap<TokenizeContext, Opener>();

/** In words single stars mark a quotation from its beginning to its end only: `Lehrer*„innen“ und Schüler*„innen“`. */
function openAndCloseSingle(context: TokenizeContext, token: Token, before: Code, after: Code): void {
  const [left, right] = [classifyCharacter(before), classifyCharacter(after)];
  const last = openers.get(context);
  // Between letters or digits a single star is itself: `Schüler*innen`, `5*3`.
  if (!left && !right) {
    Object.assign(token, { _open: false, _close: false });
    return;
  }
  const isAfterQuote = isOneOf(CLOSING_QUOTE, before);
  if (token._close && !isAfterQuote && last?.isInWord) last.token._open = false;
  if (isAfterQuote && isOneOf(LETTER, after) && last?.isBeforeQuote) token._close = true;
  const isBeforeQuote = isOneOf(OPENING_QUOTE, after);
  const isInWord = isBeforeQuote && isOneOf(LETTER, before);
  if (isInWord) token._open = true;
  if (token._open) openers.set(context, { token, isBeforeQuote, isInWord });
}

/** CommonMark lets no run open between a letter and a mark, nor close between a mark and a letter: `**„Wort“**und`. */
function openAndClose(token: Token, before: Code, after: Code): void {
  if (isOneOf(LETTER, before) && isOneOf(OPENING_QUOTE, after)) token._open = true;
  if (isOneOf(LETTER, after) && isOneOf(ENDING, before)) token._close = true;
}

/** A run of stars or tildes that opens and closes as German texts need it. */
export const besideMarks = (construct: Construct): Construct => ({
  ...construct,
  tokenize(effects, ok, nok) {
    const { previous } = this;
    const done: State = (after) => {
      const token = this.events.at(-1)?.[1];
      if (token && lengthOf(token) === 1) openAndCloseSingle(this, token, previous, after);
      else if (token) openAndClose(token, previous, after);
      return ok(after);
    };
    return construct.tokenize.call(this, effects, done, nok);
  },
});

/** Underscores stay as CommonMark has them: they neither open nor close in words. */
export const emphasis = { text: { [ASTERISK]: besideMarks(attention) } };
