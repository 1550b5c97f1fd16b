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
