/** An element of mammoth's document, as far as its text needs it. */
export interface DocumentElement {
  readonly type: string;
  readonly children?: readonly DocumentElement[];
  readonly value?: string;
  readonly checked?: boolean;
  readonly breakType?: string;
  readonly numbering?: NumberingLevel | null;
  readonly noteType?: string;
  readonly noteId?: string;
}

/** The same object for each paragraph of a list that has this level. */
interface NumberingLevel {
  readonly isOrdered: boolean;
  readonly level: string;
}

export type NoteKey = Readonly<Record<'noteType' | 'noteId', string>>;

export interface DocumentTree extends DocumentElement {
  readonly notes: { readonly resolve: (key: NoteKey) => { readonly body: readonly DocumentElement[] } | null };
}

type Writer = (element: DocumentElement) => string;

const keyOf = ({ noteType = '', noteId = '' }: Partial<NoteKey>) => `${noteType} ${noteId}`;

/** Labels of lists as Word counts them: an item begins the levels below it anew. */
function labels() {
  const counts = new Map<NumberingLevel, number>();
  return (numbering: NumberingLevel): string => {
    const depth = Number(numbering.level);
    for (const other of counts.keys()) if (Number(other.level) > depth) counts.delete(other);
    const count = (counts.get(numbering) ?? 0) + 1;
    counts.set(numbering, count);
    return `${'  '.repeat(depth)}${numbering.isOrdered ? `${count}.` : '-'} `;
  };
}

/** A row of cells is a line, unless it is a frame around one text. */
function rowText(cells: readonly string[]): string {
  const texts = cells.filter((cell) => /\S/.test(cell));
  if (texts.length < 2) return `${texts.join('').trim()}\n`;
  return `${cells.map((cell) => cell.trim().replace(/\s+/g, ' ')).join('\t')}\n`;
}

/** The text of a document with all that it prints. Notes follow it, with the number of their reference. */
export function treeText(document: DocumentTree, noteKeys: readonly NoteKey[]): string {
  const numbers = new Map<string, number>();
  const labelOf = labels();

  const within = (elements: readonly DocumentElement[] = []) => elements.map(textOf).join('');
  const textOf = (element: DocumentElement): string =>
    (WRITERS[element.type] ?? (() => within(element.children)))(element);
  const WRITERS: Readonly<Record<string, Writer>> = {
    text: ({ value = '' }) => value,
    tab: () => '\t',
    break: ({ breakType }) => (breakType === 'line' ? '\n' : '\n\n'),
    checkbox: ({ checked }) => (checked ? '☒' : '☐'),
    noteReference: (reference) => {
      numbers.set(keyOf(reference), numbers.get(keyOf(reference)) ?? numbers.size + 1);
      return `[${numbers.get(keyOf(reference))}]`;
    },
    paragraph: ({ children, numbering }) => `${numbering ? labelOf(numbering) : ''}${within(children)}\n\n`,
    tableRow: ({ children = [] }) => rowText(children.map(textOf)),
    table: ({ children }) => `${within(children)}\n`,
  };

  const body = textOf(document);
  const notes = noteKeys.map((key) => {
    const number = numbers.get(keyOf(key));
    return { number, text: within(document.notes.resolve(key)?.body).trim() };
  });
  const inOrder = notes.toSorted((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity));
  return body + inOrder.map(({ number, text }) => `${number ? `[${number}] ` : ''}${text}\n\n`).join('');
}
