/** An annotation of pdf.js, as far as it has text. */
export interface Annotation {
  readonly subtype: string;
  readonly annotationFlags?: number;
  readonly oc?: unknown;
  readonly fieldType?: string | null;
  readonly fieldName?: string;
  readonly alternativeText?: string;
  readonly fieldValue?: string | readonly string[] | null;
  readonly password?: boolean;
  readonly options?: readonly { readonly exportValue: string; readonly displayValue: string }[];
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly exportValue?: string;
  readonly buttonValue?: string | null;
  readonly textContent?: readonly string[];
  readonly contentsObj?: { readonly str: string };
}

const HIDDEN = 1 << 1;
const PRINTS = 1 << 2;
const NOT_ON_SCREEN = 1 << 5;

const isVisible = ({ annotationFlags = 0 }: Annotation) =>
  !(annotationFlags & HIDDEN) && !(annotationFlags & NOT_ON_SCREEN && !(annotationFlags & PRINTS));

/** Names of a box that say no more than that it is ticked. */
const TICKED = /^(yes|on|ja|true|x|\d+)$/i;

const labelOf = ({ alternativeText, fieldName = '' }: Annotation) =>
  alternativeText || fieldName.split('.').at(-1) || '';

const noteText = ({ textContent, contentsObj }: Annotation) => textContent?.join('\n').trim() || contentsObj?.str || '';

function fieldText(field: Annotation): string {
  const { fieldValue, fieldType, options = [], password } = field;
  const label = labelOf(field);
  if (fieldType === 'Btn') {
    const state = field.checkBox ? field.exportValue : field.radioButton ? field.buttonValue : undefined;
    if (!state || state !== fieldValue) return '';
    return `☒ ${label}${TICKED.test(state) ? '' : `: ${state}`}`;
  }
  const values = [fieldValue ?? []].flat().map((value) => String(value).trim());
  const labels = values.map((value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value);
  const text = password ? '' : labels.filter(Boolean).join(', ') || noteText(field);
  return text && `${label}: ${text}`;
}

const isComment = ({ subtype, contentsObj }: Annotation) =>
  !/^(FreeText|Link|Popup|Widget|FileAttachment)$/.test(subtype) && Boolean(contentsObj?.str);

/** The text that a page prints above its content: values of its form and typed notes. Comments and files are counted. */
export function annotationText(annotations: readonly Annotation[]) {
  const visible = annotations.filter(isVisible);
  const texts = visible.map((annotation) => {
    if (annotation.subtype === 'Widget') return fieldText(annotation);
    return annotation.subtype === 'FreeText' ? noteText(annotation) : '';
  });
  return {
    text: [...new Set(texts.filter(Boolean))].join('\n'),
    comments: visible.filter(isComment).length,
    files: visible.filter(({ subtype }) => subtype === 'FileAttachment').length,
  };
}

/** A node of the HTML that pdf.js makes of a form in XFA. */
export interface XfaNode {
  readonly name: string;
  readonly value?: string;
  readonly attributes?: {
    readonly type?: string;
    readonly value?: string;
    readonly textContent?: string;
    readonly checked?: boolean;
    readonly selected?: boolean;
    readonly hidden?: boolean;
    readonly style?: { readonly display?: string; readonly visibility?: string };
  };
  readonly children?: readonly (XfaNode | null)[];
}

const BLOCKS = /^(div|p|br|li|textarea|input|select)$/;

function ownText({ name, value, attributes = {} }: XfaNode): string {
  if (name === 'input' && /^(checkbox|radio)$/.test(attributes.type ?? '')) return attributes.checked ? '☒' : '';
  if (name === 'select') return '';
  if (name === 'option') return attributes.selected ? (value ?? '') : '';
  return attributes.value ?? attributes.textContent ?? value ?? '';
}

/** The text of a form in XFA with the values of its fields. */
export function xfaText(node: XfaNode | null): string {
  const { display, visibility } = node?.attributes?.style ?? {};
  if (!node || display === 'none' || visibility === 'hidden' || node.attributes?.hidden) return '';
  const inner = ownText(node) + (node.children ?? []).map(xfaText).join('');
  return BLOCKS.test(node.name) ? `${inner}\n` : inner;
}
