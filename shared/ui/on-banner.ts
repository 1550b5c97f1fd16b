import { css } from 'styled-components';
import { color } from './theme.ts';

/**
 * For parts that are deep blue in both schemes (header, banner, footer): text, links, buttons, fields and the focus ring
 * inside turn light. A dialog that is opened from there keeps the page's own colours.
 */
export const onBanner = css`
  @media screen {
    --c-text: ${color.onBanner};
    --c-muted: ${color.onBannerMuted};
    --c-link: ${color.onBanner};
    --c-focus: ${color.onBanner};
    --c-surface: transparent;
    --c-edge: ${color.onBannerMuted};
    --c-brand: ${color.onBanner};
    --c-brand-hover: ${color.onBannerMuted};
    --c-on-brand: ${color.banner};
    --c-brand-soft: rgb(255 255 255 / 0.16);
    --c-on-brand-soft: ${color.onBanner};
    background: ${color.banner};
    color: ${color.onBanner};
  }
`;
