/**
 * Measures the time from a click, a key or a movement of the pointer to the frame that shows it, in the builder of a
 * course with 40 modules and 400 lessons, at full speed and on a processor slowed down four times. Prints figures only.
 */
import type { Page } from '@playwright/test';
import { figures } from '../figures.ts';
import { handle, openBuilder, test } from './given-course.ts';

const ROUNDS = 10;

declare global {
  interface Window {
    /** Milliseconds from each event to the frame after it, by its type. */
    answers: { readonly type: string; readonly time: number }[];
  }
}

function watchAnswers() {
  window.answers = [];
  for (const type of ['click', 'keydown', 'pointermove']) {
    addEventListener(
      type,
      () => {
        const start = performance.now();
        requestAnimationFrame(() => setTimeout(() => window.answers.push({ type, time: performance.now() - start })));
      },
      { capture: true },
    );
  }
}

/** The times of the events of a type during an act. */
async function answersTo(page: Page, type: string, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => window.answers.splice(0));
  await act();
  await page.waitForTimeout(800);
  return page.evaluate((wanted) => window.answers.filter((one) => one.type === wanted).map(({ time }) => time), type);
}

async function press(page: Page, key: string): Promise<number[]> {
  return answersTo(page, 'keydown', () => page.keyboard.press(key));
}

async function repeatedly(times: number, measure: () => Promise<number[]>): Promise<number[]> {
  const all: number[] = [];
  for (let round = 0; round < times; round += 1) all.push(...(await measure()));
  return all;
}

test('Editor orders a course of 40 modules and 400 lessons', async ({ editor, addCourse }) => {
  test.setTimeout(240_000);
  const course = await addCourse(Array.from({ length: 40 }, () => 10));
  await editor.addInitScript(watchAnswers);
  await openBuilder(editor, course);
  const session = await editor.context().newCDPSession(editor);
  for (const rate of [1, 4]) {
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    const down = editor
      .getByRole('listitem')
      .filter({ has: handle(editor, 'L20.5') })
      .last()
      .getByRole('button', { name: 'Move down' });
    const steps = await repeatedly(ROUNDS, () => answersTo(editor, 'click', () => down.click()));
    await handle(editor, 'L10.5').focus();
    const pickUp = await press(editor, 'Space');
    const arrows = await repeatedly(ROUNDS, () => press(editor, 'ArrowDown'));
    const drop = await press(editor, 'Space');
    await handle(editor, 'L5.5').hover();
    const moves = await answersTo(editor, 'pointermove', async () => {
      await editor.mouse.down();
      for (const title of ['L5.6', 'L5.7', 'L5.8', 'L5.7', 'L5.6', 'L5.7', 'L5.8']) await handle(editor, title).hover();
      await editor.mouse.up();
    });
    process.stdout.write(
      [
        `processor slowed down ${rate} x`,
        figures('button Move down', steps),
        figures('key: pick up', pickUp),
        figures('key: arrow', arrows),
        figures('key: drop', drop),
        figures('pointer, picking up first', moves),
        '',
      ].join('\n'),
    );
  }
});
