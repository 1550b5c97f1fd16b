import { paths } from '@ki/shared/contract/paths.ts';
import { color, space } from '@ki/shared/ui/theme.ts';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { ABOUT_AI, aiSentence } from '../model/ai.ts';

const Frame = styled.p`
  padding-inline-start: ${space[4]};
  border-inline-start: 0.25rem solid ${color.accent};
`;

export function AiNote({ ai }: { readonly ai: string }) {
  const sentence = aiSentence(ai);
  if (!sentence) return null;
  return (
    <Frame>
      {sentence} <Link to={paths.aboutAi}>{ABOUT_AI}</Link>
    </Frame>
  );
}
