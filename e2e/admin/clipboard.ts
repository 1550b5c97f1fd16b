import { expect, type Page } from '@playwright/test';

/** Puts texts on the clipboard as another program does: the page copies them by the keys. */
export async function copyAs(page: Page, types: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate((texts) => {
    const copied = (event: ClipboardEvent) => {
      for (const [type, text] of Object.entries(texts)) event.clipboardData?.setData(type, text);
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('copy', copied, { once: true, capture: true });
  }, types);
  await page.keyboard.press('ControlOrMeta+C');
}

export const WORD = {
  'text/plain': 'Ziele\r\nEin fettes Wort\r\n·\tErstens\r\n',
  'text/html':
    "<html><head><style>p{}</style></head><body><!--StartFragment--><h2>Ziele</h2><p class=MsoNormal>Ein <b>fettes</b> Wort<o:p></o:p></p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>Erstens</p><img src=\"file:///C:/Temp/image001.png\"><!--EndFragment--></body></html>",
};
const PLAIN = 'Ziele\nEin fettes Wort\n·\tErstens\n';
const MARKDOWN = 'Davor\n\n## Ziele\n\nEin **fettes** Wort\n\n- Erstens\n\n\\[Bild]';

/** Pastes a formatted text after a typed one, and takes it back step by step. */
export async function pasteAndUndo(page: Page, typed: () => Promise<string>): Promise<void> {
  await page.keyboard.type('Davor');
  await page.keyboard.press('ControlOrMeta+A');
  await copyAs(page, WORD);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ControlOrMeta+V');
  await expect.poll(typed).toBe(MARKDOWN);
  const status = page.getByText('The formatting became Markdown. 1 picture cannot be read, its place is marked.');
  await expect(status).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect.poll(typed).toBe(`Davor${PLAIN}`);
  await expect(status).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect.poll(typed).toBe('Davor');

  await page.keyboard.press('ControlOrMeta+V');
  await expect.poll(typed).toBe(MARKDOWN);
  await page.getByRole('button', { name: 'Paste as Plain Text' }).click();
  await expect.poll(typed).toBe(`Davor${PLAIN}`);
  await page.keyboard.type('!');
  await expect.poll(typed).toBe(`Davor${PLAIN}!`);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await page.keyboard.press('ControlOrMeta+Shift+V');
  await expect.poll(typed).toBe(PLAIN);
}
