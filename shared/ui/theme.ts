import type { codeColor } from './code-color.ts';

/**
 * The design tokens. Colours refer to custom properties, which `GlobalStyle` sets for the light and the dark scheme;
 * the others are plain values.
 */
export const color = {
  ground: 'var(--c-ground)',
  surface: 'var(--c-surface)',
  sunken: 'var(--c-sunken)',
  text: 'var(--c-text)',
  muted: 'var(--c-muted)',
  /** For separators; the edge of a control is `edge`, with a contrast of 3:1 on every ground. */
  line: 'var(--c-line)',
  edge: 'var(--c-edge)',
  link: 'var(--c-link)',
  focus: 'var(--c-focus)',
  brand: 'var(--c-brand)',
  brandHover: 'var(--c-brand-hover)',
  onBrand: 'var(--c-on-brand)',
  brandSoft: 'var(--c-brand-soft)',
  onBrandSoft: 'var(--c-on-brand-soft)',
  /** Deep in both schemes. */
  banner: 'var(--c-banner)',
  onBanner: 'var(--c-on-banner)',
  onBannerMuted: 'var(--c-on-banner-muted)',
  /** `accent` is for graphics on the banner and for buttons; text on it is `onAccent`. */
  accent: 'var(--c-accent)',
  onAccent: 'var(--c-on-accent)',
  /** The accent on `ground`, `surface` and the like: dark enough in the light scheme, but for the default colours. */
  mark: 'var(--c-mark)',
  accentSoft: 'var(--c-accent-soft)',
  onAccentSoft: 'var(--c-on-accent-soft)',
  /** The plain name is text on `ground`, `surface` and its own `…Soft`. */
  success: 'var(--c-success)',
  successSoft: 'var(--c-success-soft)',
  warning: 'var(--c-warning)',
  warningSoft: 'var(--c-warning-soft)',
  danger: 'var(--c-danger)',
  dangerSoft: 'var(--c-danger-soft)',
  dangerFill: 'var(--c-danger-fill)',
  onDangerFill: 'var(--c-on-danger-fill)',
  shadow: 'var(--c-shadow)',
  backdrop: 'var(--c-backdrop)',
} as const;

export type ColorName = keyof typeof color | keyof typeof codeColor;
export type Scheme = Readonly<Record<ColorName, string>>;

export const light: Scheme = {
  ground: '#f6f7fc',
  surface: '#ffffff',
  sunken: '#eaeefa',
  text: '#131a36',
  muted: '#4c5678',
  line: '#d6dcee',
  edge: '#7480a6',
  link: '#1d41bd',
  focus: '#1d41bd',
  brand: '#2347c5',
  brandHover: '#18348f',
  onBrand: '#ffffff',
  brandSoft: '#e1e8fd',
  onBrandSoft: '#18348f',
  banner: '#16307f',
  onBanner: '#ffffff',
  onBannerMuted: '#ccd8ff',
  accent: '#ff9a62',
  mark: '#ff9a62',
  onAccent: '#2b1206',
  accentSoft: '#ffe9dc',
  onAccentSoft: '#7d3310',
  success: '#13644a',
  successSoft: '#dbf3e8',
  warning: '#744900',
  warningSoft: '#fdf0cd',
  danger: '#ab1f2e',
  dangerSoft: '#fde6e6',
  dangerFill: '#b3222f',
  onDangerFill: '#ffffff',
  code: '#f0f3fb',
  onCode: '#1a2242',
  codeComment: '#586283',
  codeKeyword: '#6b21a8',
  codeString: '#0f5f45',
  codeNumber: '#963a0c',
  codeTitle: '#1a3eb8',
  codeName: '#8a1c4a',
  codeAdded: '#13644a',
  codeRemoved: '#ab1f2e',
  shadow: 'rgb(19 26 54 / 0.13)',
  backdrop: 'rgb(13 18 44 / 0.6)',
};

export const dark: Scheme = {
  ground: '#0c1023',
  surface: '#151b36',
  sunken: '#1d2446',
  text: '#e9ecf9',
  muted: '#aeb7d6',
  line: '#2c365e',
  edge: '#7480ad',
  link: '#a6baff',
  focus: '#b9c8ff',
  brand: '#a9bcff',
  brandHover: '#cbd7ff',
  onBrand: '#0f1a48',
  brandSoft: '#25315f',
  onBrandSoft: '#ced9ff',
  banner: '#14286b',
  onBanner: '#ffffff',
  onBannerMuted: '#ccd8ff',
  accent: '#ff9a62',
  mark: '#ff9a62',
  onAccent: '#2b1206',
  accentSoft: '#48291a',
  onAccentSoft: '#ffd0b3',
  success: '#76d6ab',
  successSoft: '#12382d',
  warning: '#f2c663',
  warningSoft: '#3b2f10',
  danger: '#ffa3a3',
  dangerSoft: '#481b22',
  dangerFill: '#ff9494',
  onDangerFill: '#3b080e',
  code: '#10152c',
  onCode: '#dfe4f7',
  codeComment: '#939dc2',
  codeKeyword: '#d3a8ff',
  codeString: '#8fd9b6',
  codeNumber: '#ffb48a',
  codeTitle: '#a6baff',
  codeName: '#ff9fc4',
  codeAdded: '#76d6ab',
  codeRemoved: '#ffa3a3',
  shadow: 'rgb(0 0 0 / 0.45)',
  backdrop: 'rgb(3 5 16 / 0.72)',
};

/** System fonts. Few names, as browsers look up each missing one for every weight before the first paint. */
export const font = {
  heading: "'Iowan Old Style', 'Palatino Linotype', P052, serif",
  text: "'Avenir Next', 'Segoe UI Variable Text', system-ui, sans-serif",
  code: "ui-monospace, 'Cascadia Code', Menlo, Consolas, monospace",
} as const;

export const size = {
  tiny: '0.8125rem',
  small: '0.9375rem',
  text: '1.0625rem',
  lead: 'clamp(1.125rem, 1.05rem + 0.4vw, 1.3125rem)',
  h4: '1.125rem',
  h3: 'clamp(1.25rem, 1.18rem + 0.35vw, 1.4375rem)',
  h2: 'clamp(1.5rem, 1.3rem + 0.95vw, 2.0625rem)',
  h1: 'clamp(2rem, 1.5rem + 2.3vw, 3.25rem)',
} as const;

export const leading = { tight: '1.12', snug: '1.3', text: '1.65' } as const;

export const space = {
  1: '0.25rem',
  2: '0.5rem',
  3: '0.75rem',
  4: '1rem',
  5: '1.5rem',
  6: '2rem',
  7: '3rem',
  8: '4.5rem',
  gutter: 'clamp(1rem, 4.2vw, 2.5rem)',
  section: 'clamp(2.5rem, 6vw, 5rem)',
} as const;

export type Space = keyof typeof space;

export const width = { measure: '40rem', page: '75rem', form: '46rem' } as const;

export const radius = { small: '0.375rem', medium: '0.75rem', large: '1.25rem', round: '999px' } as const;

export const elevation = {
  raised: `0 1px 2px ${color.shadow}`,
  lifted: `0 0.75rem 2rem -0.75rem ${color.shadow}`,
  floating: `0 1.5rem 4rem -1rem ${color.shadow}`,
} as const;

export const motion = { quick: '120ms ease-out', calm: '260ms cubic-bezier(0.2, 0.7, 0.2, 1)' } as const;

export const from = {
  medium: '@media (min-width: 48rem)',
  wide: '@media (min-width: 64rem)',
  large: '@media (min-width: 75rem)',
} as const;

export const layer = { header: '10', toast: '20' } as const;
