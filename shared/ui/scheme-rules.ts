import { codeColor } from './code-color.ts';
import { type ColorName, color, type Scheme } from './theme.ts';

const REFERENCES = Object.entries({ ...color, ...codeColor }) as readonly (readonly [ColorName, string])[];

/** The design tokens of a scheme by their custom property, such as `--c-ground`. */
export const tokensOf = (scheme: Scheme): readonly (readonly [name: ColorName, property: string, value: string])[] =>
  REFERENCES.map(([name, reference]) => [name, reference.slice('var('.length, -1), scheme[name]]);

export const schemeRules = (scheme: Scheme, isWanted: (name: ColorName) => boolean = () => true): string =>
  tokensOf(scheme)
    .filter(([name]) => isWanted(name))
    .map(([, property, value]) => `${property}:${value};`)
    .join('');

/** Stronger than `:root, dialog` of the global style, which hydration adds again after them. */
export function siteRules(
  { light, dark }: { readonly light: Scheme; readonly dark: Scheme },
  isWanted?: (name: ColorName) => boolean,
): string {
  const rules = (scheme: Scheme) => `html:root,html:root dialog{${schemeRules(scheme, isWanted)}}`;
  return `${rules(light)}@media screen and (prefers-color-scheme:dark){${rules(dark)}}`;
}
