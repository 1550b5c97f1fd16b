/** By its name: browsers know no type for Markdown files. */
export const isMarkdownFile = (file: Pick<File, 'name'>) => /\.(md|markdown)$/i.test(file.name);

/** A file's text below what is there already, so that dropping one by mistake loses nothing. */
export function withImport(before: string, file: string): string {
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  return before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`;
}
