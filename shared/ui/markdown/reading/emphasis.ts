import { attention } from 'micromark-core-commonmark';
import { classifyCharacter } from 'micromark-util-classify-character';
import type { Code, Construct, State, Token } from 'micromark-util-types';

const PUNCTUATION = 2;
const ASTERISK = 42;

const QUOTATION_MARK = /["„“”‚‘’«»‹›]/;
/** A run of marks neither opens before these nor closes after those. */
const CLOSING = /[.,;:!?…)\]}]/;
const OPENING = /[([{„‚]/;

const isOneOf = (marks: RegExp, code: Code): boolean =>
  code !== null && code > 0 && marks.test(String.fromCharCode(code));

const lengthOf = ({ start, end }: Token): number => end.offset - start.offset;

/**
 * CommonMark lets no run open between a letter and a mark, nor close between a mark and a letter. Two stars or tildes do
 * here: `**„Wort“**und`. A single star does beside quotation marks only, as in `Schüler*(innen)` it is itself.
 */
function openAndClose(token: Token, before: Code, after: Code): void {
  const [left, right] = [classifyCharacter(before), classifyCharacter(after)];
  const isSingle = lengthOf(token) === 1;
  if (!left && !right) {
    // Between letters or digits a single star is itself: `Schüler*innen`, `5*3`.
    if (isSingle) Object.assign(token, { _open: false, _close: false });
    return;
  }
  const isUsed = (mark: Code) => !isSingle || isOneOf(QUOTATION_MARK, mark);
  if (!left && right === PUNCTUATION && isUsed(after) && !isOneOf(CLOSING, after)) token._open = true;
  if (!right && left === PUNCTUATION && isUsed(before) && !isOneOf(OPENING, before)) token._close = true;
}

/** A run of stars or tildes that opens and closes as German texts need it. */
export const besideMarks = (construct: Construct): Construct => ({
  ...construct,
  tokenize(effects, ok, nok) {
    const { previous } = this;
    const done: State = (after) => {
      const token = this.events.at(-1)?.[1];
      if (token) openAndClose(token, previous, after);
      return ok(after);
    };
    return construct.tokenize.call(this, effects, done, nok);
  },
});

/** Underscores stay as CommonMark has them: they neither open nor close in words. */
export const emphasis = { text: { [ASTERISK]: besideMarks(attention) } };
