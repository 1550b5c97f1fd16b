import { Button } from '@ki/shared/ui/button.tsx';
import { LinkIcon, MailIcon, ShareIcon } from '@ki/shared/ui/icons.tsx';
import { color, elevation, radius, space } from '@ki/shared/ui/theme.ts';
import { type MouseEvent, useRef } from 'react';
import styled from 'styled-components';

const MENU = 'teilen';

const Anchor = styled.span`
  anchor-name: --teilen;
`;

/** Below its button where the browser can place it there, else in the middle of the window. */
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

interface ShareButtonProps {
  readonly title: string;
  readonly address: () => string;
  readonly onCopy: () => Promise<void>;
}

const canShare = () => typeof navigator.share === 'function';

/** Hands the page to the system's own share sheet; where there is none, opens a menu. */
export function ShareButton({ title, address, onCopy }: ShareButtonProps) {
  const menu = useRef<HTMLDivElement>(null);

  const share = async (event: MouseEvent) => {
    if (!canShare()) return;
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
