import { css } from 'styled-components';
import { color } from '../theme.ts';

/** Sets light tokens inside deep-blue parts (header, banner, footer); dialogs opened there keep the page's colours. */
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
