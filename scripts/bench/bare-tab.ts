import type { Browser } from 'playwright';

interface Answer {
  readonly id?: number;
  readonly result?: Readonly<Record<string, never>>;
  readonly error?: { readonly message: string };
}

/**
 * A tab without the inspector's Runtime domain, which Playwright enables in its own: with it V8 parses the functions around
 * each created error again, which triples the evaluation of `react-dom`. `send` speaks the DevTools protocol.
 */
export async function openBareTab(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send('Target.createBrowserContext');
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await session.send('Target.attachToTarget', { targetId });
  const waiting = new Map<number, (answer: Answer) => void>();
  session.on('Target.receivedMessageFromTarget', (event) => {
    const answer = JSON.parse(event.message) as Answer;
    if (event.sessionId === sessionId && answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;

  async function send(method: string, params: object = {}): Promise<Readonly<Record<string, never>>> {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
    const { result = {}, error } = await answered;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** The value of an expression, as JSON. */
  async function evaluate<T>(expression: string): Promise<T> {
    const { result } = (await send('Runtime.evaluate', { expression, returnByValue: true })) as {
      readonly result?: { readonly value: T };
    };
    return result?.value as T;
  }

  return {
    send,
    evaluate,
    async press(selector: string): Promise<void> {
      const bounds = `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().toJSON()`;
      const { x, y, width, height } = await evaluate<DOMRect>(bounds);
      const at = { x: x + width / 2, y: y + height / 2, button: 'left', clickCount: 1 };
      for (const type of ['mousePressed', 'mouseReleased']) await send('Input.dispatchMouseEvent', { type, ...at });
    },
    async key(text: string): Promise<void> {
      const code = text === ' ' ? 'Space' : `Key${text.toUpperCase()}`;
      await send('Input.dispatchKeyEvent', { type: 'keyDown', key: text, code, text });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key: text, code });
    },
    async close(): Promise<void> {
      await session.send('Target.disposeBrowserContext', { browserContextId });
      await session.detach();
    },
  };
}
