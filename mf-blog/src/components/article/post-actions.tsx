import { Button } from '@ki/shared/ui/button.tsx';
import { copyText } from '@ki/shared/ui/copy-text.ts';
import { LinkIcon, PrintIcon } from '@ki/shared/ui/icons.tsx';
import { color, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { ShareButton } from './share-button.tsx';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[2]};
  padding-block-end: ${space[4]};
  border-block-end: 1px solid ${color.line};

  /* On phones the words alone, so that all three stand in one row. */
  @media (max-width: 30rem) {
    > button svg,
    > span > button svg {
      display: none;
    }
  }

  /* All three need a script. */
  @media (scripting: none) {
    display: none;
  }
`;

interface PostActionsProps {
  readonly title: string;
  readonly announce: (text: string) => void;
}

/** The page's address without anchors and campaign marks. */
const address = () => location.origin + location.pathname;

export function PostActions({ title, announce }: PostActionsProps) {
  const copyLink = async () => {
    announce((await copyText(address())) ? 'Link kopiert' : `Bitte von Hand kopieren: ${address()}`);
  };
  return (
    <Bar role="group" aria-label="Beitrag teilen oder drucken" data-print="hide">
      <ShareButton title={title} address={address} onCopy={copyLink} />
      <Button variant="secondary" size="small" icon={<LinkIcon size={18} />} onClick={copyLink}>
        Link kopieren
      </Button>
      <Button variant="secondary" size="small" icon={<PrintIcon size={18} />} onClick={() => print()}>
        Drucken
      </Button>
    </Bar>
  );
}
