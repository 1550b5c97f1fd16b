import { site } from '@ki/shared/contract/site.ts';

const HEIGHT = 32;
const MOST_WIDTH = 160;

/** Width and height in pixels; `null` for a site without a logo. */
export function shownLogoSize(): readonly [width: number, height: number] | null {
  const { logo, logoSize } = site();
  if (!logo || !logoSize) return null;
  const [width, height] = logoSize;
  const scale = Math.min(HEIGHT / height, MOST_WIDTH / width);
  return [Math.round(width * scale), Math.round(height * scale)];
}

/** Decorative: the site's name stands beside it. */
export function SiteLogo() {
  const size = shownLogoSize();
  return size && <img src={site().logo ?? ''} alt="" width={size[0]} height={size[1]} />;
}
