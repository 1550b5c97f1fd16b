import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { FunctionsBackend } from './functions-backend.ts';

interface Node {
  readonly type: string;
  readonly url?: string;
  readonly children?: readonly Node[];
}

/** Addresses that a text would ask or lead to, and its HTML. */
export function leadsOf(markdown: string): readonly string[] {
  const found: string[] = [];
  const visit = ({ type, url, children = [] }: Node) => {
    if (type === 'image' || type === 'imageReference' || type === 'html') found.push(type);
    else if (url !== undefined) found.push(url);
    children.forEach(visit);
  };
  visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  return found;
}

/** What Gemini got, with the frame's number, and what stands between its lines, taken out. */
export function aroundFrames({ body }: FunctionsBackend['provider']['received'][number]) {
  const sent = JSON.parse(JSON.stringify(body)) as {
    systemInstruction: { parts: [{ text: string }] };
    contents: [{ parts: [{ text: string }] }];
  };
  const instructions = sent.systemInstruction.parts[0].text;
  const [, id = ''] = /«<<<([0-9a-f]{32})»/.exec(instructions) ?? [];
  const inside: string[] = [];
  const text = sent.contents[0].parts[0].text.replace(
    new RegExp(`<<<${id} ([^\\n]*)\\n([\\s\\S]*?)\\n${id}>>>`, 'g'),
    (_, name: string, material: string) => {
      inside.push(material);
      return `<${name}>`;
    },
  );
  sent.systemInstruction.parts[0].text = instructions.replaceAll(id, 'ID');
  sent.contents[0].parts[0].text = text.replaceAll(id, 'ID');
  return { outside: sent, inside: inside.join('\n') };
}
