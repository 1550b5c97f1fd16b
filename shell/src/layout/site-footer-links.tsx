import { site } from '@ki/shared/contract/site.ts';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { LinkTo } from './site-links.tsx';

const List = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space[5]};
  margin-block-start: ${space[5]};

  a {
    padding-block: ${space[2]};
    color: ${color.onBanner};
    font-size: ${size.small};
    overflow-wrap: anywhere;
  }
`;

/** Without links there is no list. */
export function SiteFooterLinks() {
  const links = site().footer;
  if (links.length === 0) return null;
  return (
    <List aria-label="Fußzeile" data-site="footer">
      {links.map(({ address, label }, index) => (
        <LinkTo key={index} address={address} label={label} />
      ))}
    </List>
  );
}
