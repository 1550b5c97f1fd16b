import { color, font, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';

const REMOTE = 'npx --yes pnpm@12.21.0 remote';

const Code = styled.code`
  display: block;
  inline-size: fit-content;
  margin-block-start: ${space[1]};
  padding: 0.125rem 0.375rem;
  border-radius: 0.25rem;
  background: ${color.sunken};
  font-family: ${font.code};
  font-size: ${size.small};
  overflow-wrap: anywhere;
`;

export const RemoteCommand = ({ children }: { readonly children: string }) => <Code>{`${REMOTE} ${children}`}</Code>;
