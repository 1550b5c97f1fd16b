import { childrenOf, elementsIn, textOf, within, type XmlElement } from './xml.ts';

type Writer = (element: XmlElement) => string;

const inner = (element: XmlElement, name: string, separator = ''): string =>
  childrenOf(element, `m:${name}`).map(mathText).join(separator);

const base: Writer = (element) => inner(element, 'e');

/** One letter or number stands by itself; anything longer needs brackets to stay one operand. */
const operand = (text: string): string => (/^(\p{L}|[\p{N}.,]*)$/u.test(text) ? text : `(${text})`);

function part(element: XmlElement, name: string, sign = ''): string {
  const text = inner(element, name);
  return text && sign + operand(text);
}

const property = (element: XmlElement, name: string, otherwise: string): string =>
  within(element, `${element.name}Pr`, `m:${name}`)?.attributes['m:val'] ?? otherwise;

const indices: Writer = (element) => part(element, 'sub', '_') + part(element, 'sup', '^');
const limits: Writer = (element) => base(element) + part(element, 'lim', element.name === 'm:limLow' ? '_' : '^');

const WRITERS: ReadonlyMap<string, Writer> = new Map(
  Object.entries<Writer>({
    'm:t': textOf,
    'm:f': (element) => `${part(element, 'num')}/${part(element, 'den')}`,
    'm:sSup': (element) => base(element) + indices(element),
    'm:sSub': (element) => base(element) + indices(element),
    'm:sSubSup': (element) => base(element) + indices(element),
    'm:limLow': limits,
    'm:limUpp': limits,
    'm:rad': (element) => {
      const degree = inner(element, 'deg');
      return `√${degree && `[${degree}]`}${part(element, 'e')}`;
    },
    'm:nary': (element) => `${property(element, 'chr', '∫')}${indices(element)} ${base(element)}`,
    'm:d': (element) =>
      property(element, 'begChr', '(') +
      inner(element, 'e', property(element, 'sepChr', '|')) +
      property(element, 'endChr', ')'),
    'm:func': (element) => `${inner(element, 'fName')} ${base(element)}`,
    'm:m': (element) => `[${inner(element, 'mr', '; ')}]`,
    'm:mr': (element) => inner(element, 'e', ', '),
    'm:eqArr': (element) => inner(element, 'e', '; '),
  }),
);

/** A formula of Office in one line: a fraction is '(a+b)/2', a power 'x^2'. */
export function mathText(element: XmlElement): string {
  if (element.name.endsWith('Pr')) return '';
  return (WRITERS.get(element.name) ?? ((other) => elementsIn(other).map(mathText).join('')))(element);
}
