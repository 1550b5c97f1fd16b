import { color, font, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';

const REMOTE = 'npx --yes pnpm@12.21.0 remote';

const List = styled.dl`
  display: grid;
  gap: ${space[3]};
`;

const Command = styled.dt`
  overflow-wrap: anywhere;
`;

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

const What = styled.dd`
  margin: 0;
  color: ${color.muted};
`;

/** A command of a team, as it is typed. */
export const RemoteCommand = ({ children }: { readonly children: string }) => <Code>{`${REMOTE} ${children}`}</Code>;

/** Commands of a team, each with what it does. */
export function Commands({ commands }: { readonly commands: readonly (readonly [string, string])[] }) {
  return (
    <List>
      {commands.map(([command, what]) => (
        <div key={command}>
          <Command>
            <RemoteCommand>{command}</RemoteCommand>
          </Command>
          <What>{what}</What>
        </div>
      ))}
    </List>
  );
}
