const ELEMENT_TEXT = /(?<=<style[^>]*>).*?(?=<\/style>)/gs;
/** The rules of one styled component, a line each, with the mark at their end that says whose they are. */
const COMPONENT = /(?:.*\/\*!sc\*\/\n)*?data-styled\.g\d+\[id="([^"]+)"\]\{content:"([^"]*)"\}\/\*!sc\*\/\n/g;
/** Styles of the whole document and animations. */
const UNNAMED = /^sc-(global|keyframes)-/;
const TOKENS = /(?<=:root,dialog\{)[^}]*/g;
const TOKEN = /(--[a-z-]+):[^;]+;/g;
const USE = /var\((--[a-z-]+)/g;

/** Of parts that waited, and were replaced before the page was sent, nothing but their styles is left. */
const withUsedComponents = (styles: string, html: string): string =>
  styles.replace(COMPONENT, (rules, id: string, names: string) =>
    UNNAMED.test(id) || names.split(',').some((name) => name && html.includes(name)) ? rules : '',
  );

function withUsedTokens(styles: string, html: string): string {
  const used = new Set([styles, html].flatMap((text) => [...text.matchAll(USE)].map(([, name]) => name)));
  return styles.replace(TOKENS, (tokens) => tokens.replace(TOKEN, (token, name) => (used.has(name) ? token : '')));
}

/**
 * Leaves out of a document's `<style>` elements what nothing in it uses: components, which styled-components brings again
 * when they are shown, and tokens, all of which the page has when it is alive.
 */
export function usedStyles(styles: string, html: string): string {
  const shown = styles.replace(ELEMENT_TEXT, (text) => withUsedComponents(text, html));
  return withUsedTokens(shown, html);
}
