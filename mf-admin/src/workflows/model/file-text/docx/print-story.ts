import { childrenOf, create, elementsIn, isOn, settingOf, textOf, within, type XmlElement } from './xml.ts';

export interface Story {
  /** Ids of styles whose text is hidden. */
  readonly hiddenStyles: ReadonlySet<string>;
  readonly isHiddenParagraph?: boolean;
  /** Things that a document holds without printing them as text, by kind. */
  readonly leftOut: Map<string, number>;
}

type Rewrite = (element: XmlElement, story: Story) => readonly XmlElement[];

const count = ({ leftOut }: Story, kind: string, by = 1) => by > 0 && leftOut.set(kind, (leftOut.get(kind) ?? 0) + by);

const rewrite: Rewrite = (element, story) => (REWRITES.get(element.name) ?? withParts)(element, story);

const partsOf: Rewrite = (element, story) => elementsIn(element).flatMap((child) => rewrite(child, story));

const withParts: Rewrite = (element, story) => {
  const children = element.children.flatMap((child): readonly (XmlElement | string)[] =>
    typeof child === 'string' ? [child] : rewrite(child, story),
  );
  return [{ ...element, children }];
};

const textRun = (text: string): XmlElement => create('w:r', [create('w:t', [text])]);

/** Remembered, as branches may be within branches, and drawings are searched for one thing after the other. */
const withText = new WeakMap<XmlElement, boolean>();

function hasText(element: XmlElement): boolean {
  const found = withText.get(element) ?? (/^(w:t|m:t|w:sym)$/.test(element.name) || elementsIn(element).some(hasText));
  withText.set(element, found);
  return found;
}

/** Writers store a text box twice: for readers of today, and in `mc:Fallback` for others. */
function branchOf(element: XmlElement): XmlElement | undefined {
  const branches = elementsIn(element);
  return branches.find((branch) => elementsIn(branch).some(hasText)) ?? branches[0];
}

/** The direct formatting decides, then the style. */
function isHidden(run: XmlElement, { hiddenStyles, isHiddenParagraph }: Story): boolean {
  const own = within(run, 'w:rPr', 'w:vanish');
  return own
    ? isOn(own)
    : isHiddenParagraph === true || hiddenStyles.has(settingOf(within(run, 'w:rPr', 'w:rStyle')) ?? '');
}

const paragraph: Rewrite = (element, story) => {
  const style = settingOf(within(element, 'w:pPr', 'w:pStyle')) ?? '';
  return withParts(element, { ...story, isHiddenParagraph: story.hiddenStyles.has(style) });
};

const SYMBOL = /([\uF020-\uF0FF])/;

/** Word also stores symbols as private letters of a text in a symbol font. */
const text: Rewrite = (element) => {
  const font = within(element.parent, 'w:rPr', 'w:rFonts')?.attributes['w:ascii'];
  if (!font) return [element];
  return textOf(element)
    .split(SYMBOL)
    .map((piece) => {
      const code = piece.charCodeAt(0).toString(16).toUpperCase();
      return SYMBOL.test(piece) ? create('w:sym', [], { 'w:font': font, 'w:char': code }) : create('w:t', [piece]);
    });
};

const run: Rewrite = (element, story) => {
  if (!isHidden(element, story)) return withParts(element, story);
  if (elementsIn(element).some(({ name }) => /^w:(t|(foot|end)noteReference)$/.test(name)))
    story.leftOut.set('hidden text', 0);
  // Ends of fields stay in balance.
  return [
    create(
      'w:r',
      elementsIn(element).filter(({ name }) => name === 'w:fldChar' || name === 'w:instrText'),
    ),
  ];
};

/** Elements of a drawing that are in no text box, unless they are one. */
const outermost = (element: XmlElement, name: string): XmlElement[] =>
  elementsIn(element).flatMap((child) => {
    if (child.name === 'mc:AlternateContent') return outermost(branchOf(child) ?? child, name);
    if (child.name === name) return [child];
    return child.name === 'w:txbxContent' ? [] : outermost(child, name);
  });

/** Keeps the text boxes of a drawing, in the one form of a box that mammoth reads, and counts the rest. */
const drawing: Rewrite = (element, story) => {
  const boxes = outermost(element, 'w:txbxContent').flatMap((box) => withParts(box, story));
  const wordArt = outermost(element, 'v:textpath').flatMap(({ attributes: { string } }) =>
    string ? [create('w:txbxContent', [create('w:p', [textRun(string)])])] : [],
  );
  const countOf = (...names: string[]) => names.flatMap((name) => outermost(element, name)).length;
  const [object] = outermost(element, 'o:OLEObject');
  count(story, 'chart', countOf('c:chart', 'cx:chart'));
  count(story, 'diagram', countOf('dgm:relIds'));
  if (object) count(story, object.attributes.ProgID?.startsWith('Equation') ? 'formula' : 'embedded object');
  else count(story, 'picture', countOf('a:blip', 'v:imagedata'));
  const parts = [...wordArt, ...boxes].map((box) => create('v:textbox', [box]));
  return parts.length > 0 ? [create('w:pict', parts)] : [];
};

/** A drop-down list of a form keeps its choice as a number, and its text mostly not at all. */
const fieldMark: Rewrite = (element) => {
  const list = within(element, 'w:ffData', 'w:ddList');
  if (!list) return [element];
  const runs = elementsIn(element.parent?.parent);
  const rest = runs.slice(runs.findIndex((sibling) => sibling === element.parent));
  const end = rest.findIndex((sibling) =>
    childrenOf(sibling, 'w:fldChar').some((mark) => mark.attributes['w:fldCharType'] === 'end'),
  );
  const hasText = rest.slice(0, end + 1).some((sibling) => childrenOf(sibling, 'w:t').length > 0);
  const at = settingOf(within(list, 'w:result') ?? within(list, 'w:default')) ?? 0;
  const choice = settingOf(childrenOf(list, 'w:listEntry')[Number(at)]);
  return choice && !hasText ? [element, create('w:t', [choice])] : [element];
};

const leftOut =
  (kind: string): Rewrite =>
  (_, story) => {
    count(story, kind);
    return [];
  };

const REWRITES: ReadonlyMap<string, Rewrite> = new Map(
  Object.entries<Rewrite>({
    'mc:AlternateContent': (element, story) => partsOf(branchOf(element) ?? create(''), story),
    'w:p': paragraph,
    'w:r': run,
    'w:t': text,
    'w:drawing': drawing,
    'w:pict': drawing,
    'w:object': drawing,
    // Containers that mammoth drops together with their text.
    ...Object.fromEntries(
      ['w:fldSimple', 'w:dir', 'w:bdo', 'w:hyperlink', 'w:rubyBase', 'w:rt'].map((name) => [name, partsOf]),
    ),
    'w:ruby': (element, story) => {
      const runs = (name: string) => childrenOf(element, name).flatMap((part) => partsOf(part, story));
      return [...runs('w:rubyBase'), textRun('('), ...runs('w:rt'), textRun(')')];
    },
    'm:oMath': (element) => [textRun(mathText(element))],
    'm:oMathPara': partsOf,
    'w:cr': () => [create('w:br')],
    'w:ptab': () => [create('w:tab')],
    'w:tr': (element, story) => {
      if (!isOn(within(element, 'w:trPr', 'w:hidden'))) return withParts(element, story);
      story.leftOut.set('hidden text', 0);
      return [];
    },
    // In the properties of a paragraph or a row it is a mark without parts, which mammoth reads.
    'w:del': (element) => (elementsIn(element).length > 0 ? [] : [element]),
    'w:moveFrom': () => [],
    'w:commentReference': leftOut('comment'),
    'w:altChunk': leftOut('included document'),
    'w:subDoc': leftOut('included document'),
    'w:contentPart': leftOut('ink drawing'),
    'w:instrText': (element, story) => {
      if (/^\s*EQ\s/.test(textOf(element))) count(story, 'formula');
      return [element];
    },
    'w:fldChar': fieldMark,
  }),
);

/** Brings a part of a document into the forms that mammoth reads, without what does not print. */
export const printStory = (root: XmlElement, story: Story): XmlElement => withParts(root, story)[0] ?? root;

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
function mathText(element: XmlElement): string {
  if (element.name.endsWith('Pr')) return '';
  return (WRITERS.get(element.name) ?? ((other) => elementsIn(other).map(mathText).join('')))(element);
}
