import { Problem } from '../lib/problem.mjs';

/** The path of the post that a platform's home shows first. */
export async function firstPost(platform: string): Promise<string> {
  const path = /href="(\/post\/[^"]+)"/.exec(await (await fetch(platform)).text())?.[1];
  if (!path) throw new Problem(`${platform} shows no post`);
  return path;
}
