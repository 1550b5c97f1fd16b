import { readdirSync, readFileSync } from 'node:fs';
import { parse, YAMLParseError } from 'yaml';
import type { z } from 'zod';
import { ContentError, checked } from './references.ts';

const pathOf = (file: string) => new URL(file, import.meta.url);

/** Reads a YAML file; `file` is relative to the seed's folder. */
export function readYaml<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  return checked(schema, parsed(textOf(file), file), file);
}

/** Reads a Markdown file with YAML front matter between two lines of three dashes. */
export function readMarkdown<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): z.output<Schema> & { content: string } {
  const [, frontMatter, content] = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(textOf(file)) ?? [];
  if (frontMatter === undefined || !content?.trim()) {
    throw new ContentError(file, '', 'needs front matter between two lines of --- and a text below it');
  }
  return Object.assign(checked(schema, parsed(frontMatter, file), file) as object, {
    content: content.trim(),
  }) as z.output<Schema> & { content: string };
}

export function filesIn(folder: string, extension: string): string[] {
  return readdirSync(pathOf(`${folder}/`))
    .filter((name) => name.endsWith(extension))
    .sort()
    .map((name) => `${folder}/${name}`);
}

export function foldersIn(folder: string): string[] {
  return readdirSync(pathOf(`${folder}/`), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function textOf(file: string): string {
  try {
    return readFileSync(pathOf(file), 'utf8');
  } catch {
    throw new ContentError(file, '', 'cannot be read');
  }
}

function parsed(text: string, file: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof YAMLParseError ? new ContentError(file, '', error.message) : error;
  }
}
