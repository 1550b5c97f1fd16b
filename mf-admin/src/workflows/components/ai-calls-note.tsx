import { color, size } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { type AiCalls, areUsedUp } from '../model/ai-calls.ts';

const Note = styled.p`
  color: ${color.muted};
  font-size: ${size.small};
`;

/** How many of the day's AI calls are used: searches, files and articles each take one. */
export function AiCallsNote({ calls }: { readonly calls: AiCalls }) {
  const { mine, ofAccount, everybodys, inAll } = calls;
  return (
    <Note>
      AI calls today: {mine} of {ofAccount} by you, {everybodys} of {inAll} by everybody.{' '}
      {areUsedUp(calls) && <strong>There are no more today. </strong>}
      Counting starts anew at midnight, Zurich time.
    </Note>
  );
}
