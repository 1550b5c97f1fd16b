import { paths } from '@ki/shared/contract/paths.ts';
import { site } from '@ki/shared/contract/site.ts';
import { SiteLogo, shownLogoSize } from '@ki/shared/ui/page/site-logo.tsx';
import { color, font, from, space } from '@ki/shared/ui/theme.ts';
import { Link } from 'react-router-dom';
import styled, { css } from 'styled-components';

/** Lengths in rem. `LETTER` is the mean width of a letter of the name in the widest of the fallback fonts. */
const LETTER = 0.65;
const GAP = 0.5;
const ARCS = 2.4;
/** Beside the name in the header of a phone: the buttons and a gap; and the gutters, as a share of the window. */
const BUTTONS = 6.75;
const GUTTERS = 0.084;
/** Beside the menu the name has a share of the row, which grows up to a width; the gutters are then fixed. */
const SHARE = 0.3;
const ROW = 75;
const WIDE_GUTTERS = 5;
const BELOW_LARGE = 74.99;

const short = css`
  > :first-child {
    display: none;
  }

  > :last-child {
    display: inline;
  }
`;

/** The windows up to these widths, in rem, have no room for a name; `Infinity` where none has. */
export function tooNarrow(letters: number, sign: number) {
  const name = letters * LETTER + sign + GAP;
  const row = name / SHARE;
  return {
    phone: Math.min(BELOW_LARGE, (name + BUTTONS) / (1 - GUTTERS)),
    large: row > ROW ? Number.POSITIVE_INFINITY : row + WIDE_GUTTERS,
  };
}

/** CSS cannot compare a text with its room, so the window's width decides, by the number of letters. */
const Fitting = styled.span<{ readonly $from: ReturnType<typeof tooNarrow> }>`
  > :last-child {
    display: none;
  }

  ${({ $from: { phone, large } }) => css`
    @media (max-width: ${phone.toFixed(2)}rem) {
      ${short}
    }

    ${from.large} {
      @media ${Number.isFinite(large) ? `(max-width: ${large.toFixed(2)}rem)` : 'all'} {
        ${short}
      }
    }
  `}
`;

/** The name, or the short one where it does not fit. The link around it is named by the full one. */
function FittingName() {
  const { name, shortName } = site();
  const [width] = shownLogoSize() ?? [ARCS * 16];
  if (shortName === '' || shortName === name) return name;
  return (
    <Fitting $from={tooNarrow(name.length, width / 16)}>
      <span>{name}</span>
      <span>{shortName}</span>
    </Fitting>
  );
}

const Name = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[2]};
  color: ${color.onBanner};
  font: 600 1.1875rem / 1.2 ${font.heading};
`;

const Home = styled(Link)`
  display: flex;
  text-decoration: none;
`;

const Arcs = () => (
  <svg
    width="38"
    height="24"
    viewBox="0 0 38 24"
    fill="none"
    strokeWidth="2.4"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M3 19a9 9 0 0 1 18 0" stroke="currentColor" />
    <path d="M13 19a11 11 0 0 1 22 0" stroke={color.accent} />
    <path d="M1.5 22.5h35" stroke="currentColor" strokeWidth="1.6" strokeDasharray="5 4" />
  </svg>
);

const Mark = () => (site().logo ? <SiteLogo /> : <Arcs />);

export const Sign = () => (
  <Name>
    <Mark />
    {site().name}
  </Name>
);

export const Logo = () => (
  <Home to={paths.home} aria-label={`${site().name}, Startseite`}>
    <Name>
      <Mark />
      <FittingName />
    </Name>
  </Home>
);
