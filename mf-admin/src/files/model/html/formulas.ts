import { type Element, isElement, textOf } from './tree.ts';

const isShort = (part: string) => /^[\p{L}\p{N}.,]*$/u.test(part);
const inParentheses = (part: string) => (isShort(part) ? part : `(${part})`);

const FORMS: ReadonlyMap<string, (...parts: string[]) => string> = new Map(
  Object.entries<(...parts: string[]) => string>({
    mfrac: (above = '', below = '') => `${inParentheses(above)}/${inParentheses(below)}`,
    msup: (base = '', power = '') => `${inParentheses(base)}^${inParentheses(power)}`,
    msub: (base = '', index = '') => `${base}_${inParentheses(index)}`,
    msubsup: (base = '', index = '', power = '') => `${base}_${inParentheses(index)}^${inParentheses(power)}`,
    munder: (base = '', below = '') => `${base}_${inParentheses(below)}`,
    mover: (base = '', above = '') => `${base}^${inParentheses(above)}`,
    munderover: (base = '', below = '', above = '') => `${base}_${inParentheses(below)}^${inParentheses(above)}`,
    msqrt: (...parts) => `√(${parts.join('')})`,
    mroot: (base = '', degree = '') => `${degree}√(${base})`,
    mtr: (...cells) => `${cells.join(', ')}; `,
  }),
);

function lineOf(node: Element): string {
  if (node.tagName === 'annotation' || node.tagName === 'annotation-xml') return '';
  const inner = node.children.filter(isElement);
  if (inner.length === 0) return textOf(node).trim();
  const parts = inner.map(lineOf);
  return FORMS.get(node.tagName)?.(...parts) ?? parts.join('');
}

const isTex = (node: Element) => /tex/i.test(String(node.properties.encoding ?? ''));

/** A formula in one line: TeX where the formula has it beside MathML. */
export function formulaText(math: Element): string {
  const [semantics = math] = math.children.filter(isElement);
  const tex = semantics.children.filter(isElement).find(isTex);
  const found = tex ? textOf(tex) : String(math.properties.alttext ?? '') || lineOf(math);
  return found.replace(/\s+/g, ' ').trim();
}

const RAISED = toMap('0123456789+-−=()in', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱⁿ');
const LOWERED = toMap('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎');

function toMap(from: string, to: string): ReadonlyMap<string, string> {
  const signs = [...to];
  return new Map([...from].map((sign, index) => [sign, signs[index] ?? sign]));
}

/** `x²`, `H₂O`; undefined where Unicode has no such characters. */
export function shiftText(value: string, tagName: string): string | undefined {
  const signs = tagName === 'sup' ? RAISED : LOWERED;
  const found = [...value.trim()].map((sign) => signs.get(sign));
  return found.includes(undefined) ? undefined : found.join('');
}
