import type { Files, StaticFile } from './static-site.ts';

/** A document with all that is read of it, and nothing that runs. */
export const withoutScripts = (html: string) =>
  html
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<link (?=[^>]*(?:data-later|rel="(?:module)?preload"))[^>]*as="script"[^>]*>/g, '');

/** The files that a document shows: icons, styles, pictures. */
const shownIn = (html: string) =>
  [...html.matchAll(/<(?:link|img|use|image)\b[^>]* (?:href|src)="(\/[^"#?]+\.(?:svg|css|png|webp|avif|woff2))/g)].map(
    ([, path = '']) => path,
  );

async function fileAt(address: string): Promise<StaticFile> {
  const answer = await fetch(address);
  return { type: String(answer.headers.get('content-type')), content: Buffer.from(await answer.arrayBuffer()) };
}

/** What a platform answers for some paths, without scripts: what is not faster as files will not be as anything else. */
export async function savedAnswers(platform: string, paths: readonly string[]): Promise<Files> {
  const files = new Map<string, StaticFile>();
  for (const path of paths) {
    const { type, content } = await fileAt(platform + path);
    const html = withoutScripts(String(content));
    files.set(path, { type, content: html });
    for (const shown of shownIn(html)) files.set(shown, await fileAt(platform + shown));
  }
  return files;
}
