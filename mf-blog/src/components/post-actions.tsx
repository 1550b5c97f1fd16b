import { copyText } from '@ki/shared/ui/browser/copy-text.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { LinkIcon, MailIcon, PrintIcon, ShareIcon } from '@ki/shared/ui/icons.tsx';
import { color, elevation, radius, space } from '@ki/shared/ui/theme.ts';
import { type MouseEvent, useRef } from 'react';
import styled from 'styled-components';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[2]};
  padding-block-end: ${space[4]};
  border-block-end: 1px solid ${color.line};

  /* Without icons, all three fit into one row of a phone. */
  @media (max-width: 30rem) {
    > button svg,
    > span > button svg {
      display: none;
    }
  }

  @media (scripting: none) {
    display: none;
  }
`;

/** The page's address without anchors and campaign marks. */
const address = () => location.origin + location.pathname;

export function PostActions({ title, announce }: { title: string; announce: (text: string) => void }) {
  const copyLink = async () => {
    announce((await copyText(address())) ? 'Link kopiert' : `Bitte von Hand kopieren: ${address()}`);
  };
  return (
    <Bar role="group" aria-label="Beitrag teilen oder drucken" data-print="hide">
      <ShareButton title={title} onCopy={copyLink} />
      <Button variant="secondary" size="small" icon={<LinkIcon size={18} />} onClick={copyLink}>
        Link kopieren
      </Button>
      <Button variant="secondary" size="small" icon={<PrintIcon size={18} />} onClick={() => print()}>
        Drucken
      </Button>
    </Bar>
  );
}

const MENU = 'teilen';

const Anchor = styled.span`
  anchor-name: --teilen;
`;

const Menu = styled.div`
  padding: ${space[2]};
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};
  color: ${color.text};
  box-shadow: ${elevation.floating};

  &:popover-open {
    display: grid;
    justify-items: stretch;
  }

  > button {
    justify-content: start;
  }

  @supports (position-area: end) {
    position-anchor: --teilen;
    position-area: block-end span-inline-end;
    position-try-fallbacks: flip-block;
    margin: ${space[1]} 0;
  }
`;

/** Opens the system's share sheet, or a menu where there is none. */
function ShareButton({ title, onCopy }: { title: string; onCopy: () => Promise<void> }) {
  const menu = useRef<HTMLDivElement>(null);

  const share = async (event: MouseEvent) => {
    if (typeof navigator.share !== 'function') return;
    event.preventDefault();
    try {
      await navigator.share({ title, url: address() });
    } catch (error) {
      const dismissed = error instanceof DOMException && error.name === 'AbortError';
      if (!dismissed) menu.current?.showPopover();
    }
  };
  const mail = () => {
    location.href = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address())}`;
    menu.current?.hidePopover();
  };
  const copy = async () => {
    await onCopy();
    menu.current?.hidePopover();
  };
  return (
    <Anchor>
      <Button variant="secondary" size="small" icon={<ShareIcon size={18} />} popoverTarget={MENU} onClick={share}>
        Teilen
      </Button>
      <Menu id={MENU} ref={menu} popover="auto" role="group" aria-label="Teilen">
        <Button variant="quiet" size="small" icon={<MailIcon size={18} />} onClick={mail}>
          Per E-Mail senden
        </Button>
        <Button variant="quiet" size="small" icon={<LinkIcon size={18} />} onClick={copy}>
          Link in die Zwischenablage
        </Button>
      </Menu>
    </Anchor>
  );
}
