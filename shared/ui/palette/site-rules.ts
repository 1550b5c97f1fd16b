import { schemeRules } from '../scheme-rules.ts';
import type { ColorName, Scheme } from '../theme.ts';

/** Stronger than `:root, dialog` of the global style, which hydration adds again after them. */
export function siteRules(
  { light, dark }: { readonly light: Scheme; readonly dark: Scheme },
  isWanted?: (name: ColorName) => boolean,
): string {
  const rules = (scheme: Scheme) => `html:root,html:root dialog{${schemeRules(scheme, isWanted)}}`;
  return `${rules(light)}@media screen and (prefers-color-scheme:dark){${rules(dark)}}`;
}
