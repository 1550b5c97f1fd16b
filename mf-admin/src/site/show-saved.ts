import { applySite, site } from '@ki/shared/contract/site.ts';
import { formatsOf } from '@ki/shared/format/formats.ts';
import { paletteOf } from '@ki/shared/ui/palette/palette.ts';
import { siteRules } from '@ki/shared/ui/schemes.ts';
import type { SiteValues } from './site-record.ts';

let sheet: CSSStyleSheet | undefined;

/** All tokens, as those of the document may be other than the default ones. A style element would need a hash. */
function showColors(palette: ReturnType<typeof paletteOf>): void {
  if (!('adoptedStyleSheets' in document)) return;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.replaceSync(siteRules(palette));
}

async function sizeOf(url: string): Promise<readonly [number, number]> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return [image.naturalWidth, image.naturalHeight];
}

/** A logo that is as before keeps its address. */
async function logoOf(next: string, before: string) {
  const { logo, logoSize } = site();
  if (next === before) return { logo, logoSize };
  return next === '' ? { logo: null, logoSize: null } : { logo: next, logoSize: await sizeOf(next) };
}

/**
 * Shows a saved site in this tab, whose document has the one before. Words and patterns are those of this browser until
 * the next document, which may differ from the server's: nothing is hydrated any more.
 */
export async function showSaved(values: SiteValues, before: SiteValues | undefined): Promise<void> {
  const palette = paletteOf({ brand: values.brandColor.toLowerCase(), accent: values.accentColor.toLowerCase() });
  showColors(palette);
  const changed = {
    name: values.name.trim(),
    shortName: values.shortName.trim(),
    claim: values.claim.trim(),
    language: values.language,
    locale: values.locale,
    currency: values.currency,
    timeZone: values.timeZone,
    formats: formatsOf(values.locale, values.currency),
    covers: palette.covers,
  };
  document.documentElement.lang = values.language;
  applySite({ ...site(), ...changed });
  applySite({ ...site(), ...(await logoOf(values.logo, before?.logo ?? '')) });
}
