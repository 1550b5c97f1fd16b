/** One reader's response. */
export interface Answer {
  readonly path: string;
  readonly status: number;
  /** The document is complete. */
  readonly isWhole: boolean;
  /** The reason for no response. */
  readonly failure?: string;
}

const EVERY_MS = 20;
const END = /<\/(?:html|urlset|rss)>\s*$/;

async function read(url: string, path: string): Promise<Answer> {
  try {
    const response = await fetch(url + path);
    return { path, status: response.status, isWhole: END.test(await response.text()) };
  } catch (error) {
    return { path, status: 0, isWhole: false, failure: String((error as Error).cause) };
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
