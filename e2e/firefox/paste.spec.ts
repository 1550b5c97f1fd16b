import { pasteAndUndo } from '../admin/clipboard.ts';
import { test } from '../blog/editor.ts';
import { openAsStaff } from '../platform/sign-in.ts';

test.skip(!process.env.E2E_FIREFOX, 'Firefox is not installed');

test('Editor pastes a formatted text as Markdown, and takes it back to plain text and to nothing', async ({ page }) => {
  await openAsStaff(page, '/admin/posts/new');
  const area = page.getByLabel('Content');
  await area.focus();
  await pasteAndUndo(page, () => area.inputValue());
});
