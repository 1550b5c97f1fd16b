const ELEMENT_TEXT = /(?<=<style[^>]*>).*?(?=<\/style>)/gs;
/** The rules of one styled component, a line each, and the marker line after them with its id and class names. */
const COMPONENT = /(?:.*\/\*!sc\*\/\n)*?data-styled\.g\d+\[id="([^"]+)"\]\{content:"([^"]*)"\}\/\*!sc\*\/\n/g;
const UNNAMED = /^sc-(global|keyframes)-/;

/**
 * Removes rules that the HTML does not use, which styled-components adds again: Suspense fallbacks that were replaced
 * before the page was sent leave their styles behind. This is the format of the runtime's own styled-components.
 */
export const withUsedRules = (styles: string, html: string): string =>
  styles.replace(ELEMENT_TEXT, (text) =>
    text.replace(COMPONENT, (rules, id: string, names: string) =>
      UNNAMED.test(id) || names.split(',').some((name) => name && html.includes(name)) ? rules : '',
    ),
  );
