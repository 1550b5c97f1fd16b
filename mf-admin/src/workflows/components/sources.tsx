import { color, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';

const List = styled.ol`
  display: grid;
  gap: ${space[2]};
  counter-reset: source;
  font-size: ${size.small};

  li {
    display: grid;
    grid-template-columns: 2.25rem minmax(0, 1fr);
    counter-increment: source;
    overflow-wrap: anywhere;
  }

  li::before {
    content: '[' counter(source) ']';
    color: ${color.muted};
    font-variant-numeric: tabular-nums;
  }

  span {
    color: ${color.muted};
  }
`;

export interface SourcesProps {
  readonly citations: readonly string[];
  /** By address, where the answer named them. */
  readonly titles: Readonly<Record<string, string>>;
}

/** The sources as the numbers in the text count them. */
export function Sources({ citations, titles }: SourcesProps) {
  return (
    <List>
      {citations.map((address, index) => (
        <li key={index}>
          <Source address={address} title={titles[address]} />
        </li>
      ))}
    </List>
  );
}

function Source({ address, title }: { readonly address: string; readonly title: string | undefined }) {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return <span>{address}</span>;
  const place = `${url.hostname.replace(/^www\./, '')}${url.pathname === '/' ? '' : url.pathname}`;
  return (
    <div>
      <a href={url.href} rel="noopener noreferrer">
        {title || place}
      </a>
      {title && (
        <>
          {' '}
          <span>{url.hostname.replace(/^www\./, '')}</span>
        </>
      )}
    </div>
  );
}
