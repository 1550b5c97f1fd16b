import { createGlobalStyle } from 'styled-components';
import { dark, light, schemeRules } from './schemes.ts';
import { color, font, from, layer, leading, size, space } from './theme.ts';

/** The values of the tokens, also set on dialogs, which must not inherit those of a deep-blue part. */
export const TOKENS = `
  :root, dialog { ${schemeRules({ light, dark })} }
`;

/** For modal dialogs, which only scripts open: documents do without. */
export const MODAL = `
  /* The page does not scroll behind a modal dialog; one that scrolled keeps the scrollbar's space, as dark as the rest. */
  :root[data-scrolls]:has(dialog:modal) { scrollbar-gutter: stable; background: color-mix(in srgb, ${color.ground} 40%, #0d122c); }
  body:has(dialog:modal) { overflow: hidden; }
`;

/** Tokens, reset and typography, rendered once in the shell. */
export const GlobalStyle = createGlobalStyle`
  ${TOKENS}

  :root {
    color-scheme: light dark;
    accent-color: ${color.brand};
    quotes: '„' '“' '‚' '‘';
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
    interpolate-size: allow-keywords;
  }

  *, *::before, *::after { box-sizing: border-box; }
  * { margin: 0; }

  html { scroll-padding-block-start: 5.5rem; }

  body {
    min-block-size: 100svh;
    background: ${color.ground};
    color: ${color.text};
    font: 400 ${size.text} / ${leading.text} ${font.text};
    -webkit-font-smoothing: antialiased;
    overflow-wrap: break-word;
    text-wrap: pretty;
  }

  h1, h2, h3, h4, h5, h6 {
    font-family: ${font.heading};
    font-weight: 600;
    line-height: ${leading.tight};
    letter-spacing: -0.011em;
    text-wrap: balance;
    hyphens: auto;
    hyphenate-limit-chars: 12 5 5;

    ${from.medium} { hyphens: manual; }
  }

  h1 { font-size: ${size.h1}; }
  h2 { font-size: ${size.h2}; }
  h3 { font-size: ${size.h3}; line-height: ${leading.snug}; }
  h4, h5, h6 { font-size: ${size.h4}; line-height: ${leading.snug}; }

  ul, ol { padding: 0; list-style: none; }

  a {
    color: ${color.link};
    text-decoration-thickness: 0.08em;
    text-underline-offset: 0.2em;
  }

  a:hover { text-decoration-thickness: 0.14em; }

  :focus-visible {
    outline: 0.1875rem solid ${color.focus};
    outline-offset: 0.1875rem;
    border-radius: 0.25rem;
  }

  /* Scripts move the focus here, e.g. after a navigation. */
  [tabindex='-1']:focus { outline: none; }

  button, input, select, textarea { font: inherit; color: inherit; letter-spacing: inherit; }
  button { cursor: pointer; }
  button:disabled, [aria-disabled='true'] { cursor: not-allowed; }

  img, svg, video, iframe { display: block; max-inline-size: 100%; }
  img, video { block-size: auto; }

  table, time, output { font-variant-numeric: tabular-nums; }
  ::selection { background: ${color.brandSoft}; color: ${color.onBrandSoft}; }
  [hidden] { display: none !important; }

  /* Used before hydration: a progress line shows at once. */
  :root[data-hydrating]:not([data-hydrated])::before {
    content: '';
    position: fixed;
    inset: 0 60% auto 0;
    z-index: ${layer.toast};
    block-size: 0.1875rem;
    background: linear-gradient(90deg, transparent, ${color.accent}, transparent);
    animation: hydrating 1.2s linear infinite;
  }

  /* Compositor animation, as the main thread is busy. */
  @keyframes hydrating { from { translate: -100%; } to { translate: 250%; } }

  @media (prefers-reduced-motion: reduce) {
    *, *::before, *::after {
      animation-duration: 0.01ms !important;
      animation-iteration-count: 1 !important;
      transition-duration: 0.01ms !important;
    }
  }

  @media print {
    @page { margin: 18mm; }
    :root { color-scheme: light !important; }
    body { background: none; font-size: 11pt; }
    [data-print='hide'], dialog { display: none !important; }
    h1, h2, h3 { break-after: avoid; }
    p, li { orphans: 3; widows: 3; }
    main { padding-block: ${space[2]}; }
  }
`;
