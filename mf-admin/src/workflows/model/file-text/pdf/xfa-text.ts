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
