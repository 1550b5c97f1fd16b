/** One reader's response. */
export interface Answer {
  readonly path: string;
  readonly status: number;
  /** The document is complete. */
  readonly isWhole: boolean;
  readonly title: string;
  /** The version of mf-blog in the page state; the title shows the version that rendered the page. */
  readonly version: string;
  /** The versions of the deferred scripts. */
  readonly hinted: readonly string[];
}

const EVERY_MS = 20;
const END = /<\/(?:html|urlset|rss)>\s*$/;

/** Reads the versions of mf-blog from a document. */
export function readAnswer(path: string, status: number, body: string): Answer {
  const state = /<script type="application\/json" id="page-state">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}';
  const { platform } = JSON.parse(state) as {
    platform?: { remotes: Record<string, { version: string; entry?: string }> };
  };
  const blog = platform?.remotes['mf-blog'];
  const origin = blog?.entry ? new URL(blog.entry).origin : 'none';
  const hints = [...body.matchAll(/<link data-deferred[^>]* href="([^"]+)"/g)].map(([, href = '']) => href);
  return {
    path,
    status,
    isWhole: END.test(body),
    title: /<title>(.*?)<\/title>/.exec(body)?.[1] ?? '',
    version: blog?.version ?? '',
    hinted: [...new Set(hints.filter((href) => href.startsWith(origin)).map((href) => href.split('/')[3] ?? ''))],
  };
}

async function read(url: string, path: string): Promise<Answer> {
  try {
    const response = await fetch(url + path);
    return readAnswer(path, response.status, await response.text());
  } catch (error) {
    return { ...readAnswer(path, 0, ''), title: String((error as Error).cause) };
  }
}

/** Sends fifty requests a second until stopped, in turn to the shells that are up; one that fails has status 0. */
export function startReaders(urls: () => readonly string[], paths: readonly string[]) {
  const answers: Promise<Answer>[] = [];
  const timer = setInterval(() => {
    const up = urls();
    const url = up[answers.length % up.length];
    if (url) answers.push(read(url, paths[answers.length % paths.length] ?? '/'));
  }, EVERY_MS);
  return {
    count: () => answers.length,
    async stop(): Promise<readonly Answer[]> {
      clearInterval(timer);
      return Promise.all(answers);
    },
  };
}
