import { createHash } from 'node:crypto';

export interface Answer {
  readonly status: number;
  /** Bytes as Latin-1 letters, so that pictures are compared, too. */
  readonly body: string;
}

/** Texts are found in the bytes by their own. */
export const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(30_000), ...init });
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()).toString('latin1') };
}

/** Releases by which the data of pages are asked for. */
export async function releasesOf(platform: string): Promise<readonly string[]> {
  const { remotes } = (await (await fetch(`${platform}/platform.json`)).json()) as {
    remotes: Record<string, { version: string }>;
  };
  return Object.entries(remotes).map(([name, { version }]) => `${name}@${version}`);
}

/** The response about an address from the remote that owns it; others are refused with 409. */
export async function askForData(url: string, releases: readonly string[]): Promise<Answer> {
  for (const release of releases) {
    const answer = await ask(url, { headers: { release } });
    if (answer.status !== 409) return answer;
  }
  throw new Error(`no remote owns ${url}`);
}

/** A short name of what a visitor gets, whose differences a report can show. */
export const digestOf = ({ status, body }: Answer): string =>
  `${status}, ${body.length} bytes, ${createHash('sha256').update(body, 'latin1').digest('hex').slice(0, 16)}`;
