import { codeColor } from './code-color.ts';
import { type ColorName, color } from './theme.ts';

export type Scheme = Readonly<Record<ColorName, string>>;

const VALUES: Readonly<Record<ColorName, readonly [light: string, dark: string]>> = {
  ground: ['#f6f7fc', '#0c1023'],
  surface: ['#ffffff', '#151b36'],
  sunken: ['#eaeefa', '#1d2446'],
  text: ['#131a36', '#e9ecf9'],
  muted: ['#4c5678', '#aeb7d6'],
  line: ['#d6dcee', '#2c365e'],
  edge: ['#7480a6', '#7480ad'],
  link: ['#1d41bd', '#a6baff'],
  focus: ['#1d41bd', '#b9c8ff'],
  brand: ['#2347c5', '#a9bcff'],
  brandHover: ['#18348f', '#cbd7ff'],
  onBrand: ['#ffffff', '#0f1a48'],
  brandSoft: ['#e1e8fd', '#25315f'],
  onBrandSoft: ['#18348f', '#ced9ff'],
  banner: ['#16307f', '#14286b'],
  onBanner: ['#ffffff', '#ffffff'],
  onBannerMuted: ['#ccd8ff', '#ccd8ff'],
  accent: ['#ff9a62', '#ff9a62'],
  mark: ['#ff9a62', '#ff9a62'],
  onAccent: ['#2b1206', '#2b1206'],
  accentSoft: ['#ffe9dc', '#48291a'],
  onAccentSoft: ['#7d3310', '#ffd0b3'],
  success: ['#13644a', '#76d6ab'],
  successSoft: ['#dbf3e8', '#12382d'],
  warning: ['#744900', '#f2c663'],
  warningSoft: ['#fdf0cd', '#3b2f10'],
  danger: ['#ab1f2e', '#ffa3a3'],
  dangerSoft: ['#fde6e6', '#481b22'],
  dangerFill: ['#b3222f', '#ff9494'],
  onDangerFill: ['#ffffff', '#3b080e'],
  code: ['#f0f3fb', '#10152c'],
  onCode: ['#1a2242', '#dfe4f7'],
  codeComment: ['#586283', '#939dc2'],
  codeKeyword: ['#6b21a8', '#d3a8ff'],
  codeString: ['#0f5f45', '#8fd9b6'],
  codeNumber: ['#963a0c', '#ffb48a'],
  codeTitle: ['#1a3eb8', '#a6baff'],
  codeName: ['#8a1c4a', '#ff9fc4'],
  codeAdded: ['#13644a', '#76d6ab'],
  codeRemoved: ['#ab1f2e', '#ffa3a3'],
  shadow: ['rgb(19 26 54 / 0.13)', 'rgb(0 0 0 / 0.45)'],
  backdrop: ['rgb(13 18 44 / 0.6)', 'rgb(3 5 16 / 0.72)'],
};

const schemeAt = (index: 0 | 1) =>
  Object.fromEntries(Object.entries(VALUES).map(([name, values]) => [name, values[index]])) as Scheme;

export const light = schemeAt(0);
export const dark = schemeAt(1);

export interface Schemes<Colors = Scheme> {
  readonly light: Colors;
  readonly dark: Colors;
}

/** A colour of both schemes; `color-scheme` of the page chooses. */
export const inBoth = (day: string, night: string): string => (day === night ? day : `light-dark(${day},${night})`);

const REFERENCES = Object.entries({ ...color, ...codeColor }) as readonly (readonly [ColorName, string])[];

/** The design tokens of a scheme by their custom property, such as `--c-ground`. */
export const tokensOf = (scheme: Scheme): readonly (readonly [name: ColorName, property: string, value: string])[] =>
  REFERENCES.map(([name, reference]) => [name, reference.slice('var('.length, -1), scheme[name]]);

export const schemeRules = (schemes: Schemes, isWanted: (name: ColorName) => boolean = () => true): string =>
  tokensOf(schemes.light)
    .filter(([name]) => isWanted(name))
    .map(([name, property, value]) => `${property}:${inBoth(value, schemes.dark[name])};`)
    .join('');

/** Stronger than `:root, dialog` of the global style, which hydration adds again after them. */
export const siteRules = (schemes: Schemes, isWanted?: (name: ColorName) => boolean): string =>
  `html:root,html:root dialog{${schemeRules(schemes, isWanted)}}`;
