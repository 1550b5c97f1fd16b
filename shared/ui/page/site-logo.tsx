import { site } from '@ki/shared/contract/site.ts';

const HEIGHT = 32;
const MOST_WIDTH = 160;

/** Decorative: the site's name stands beside it. */
export function SiteLogo() {
  const { logo, logoSize } = site();
  if (!logo || !logoSize) return null;
  const [width, height] = logoSize;
  const scale = Math.min(HEIGHT / height, MOST_WIDTH / width);
  return <img src={logo} alt="" width={Math.round(width * scale)} height={Math.round(height * scale)} />;
}
