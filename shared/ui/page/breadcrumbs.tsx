import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { paths } from '../../contract/paths.ts';
import { color, size, space } from '../theme.ts';

const Trail = styled.nav`
  ol {
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${space[2]};
    padding: 0;
    list-style: none;
    font-size: ${size.small};
  }

  a {
    display: inline-block;
    padding-block: ${space[1]};
  }

  li + li::before {
    content: '/' / '';
    margin-inline-end: ${space[2]};
    color: ${color.muted};
  }
`;

/** The way from the home page to the list that a page belongs to. */
export const Breadcrumbs = ({ list, to }: { readonly list: string; readonly to: string }) => (
  <Trail aria-label="Pfad" data-print="hide">
    <ol>
      <li>
        <Link to={paths.home}>Startseite</Link>
      </li>
      <li>
        <Link to={to}>{list}</Link>
      </li>
    </ol>
  </Trail>
);
