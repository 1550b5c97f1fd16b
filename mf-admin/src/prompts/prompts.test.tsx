import { removeAfterwards, stored, unique } from '@ki/shared/testing/given.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { givenPrompt } from '../testing/given.ts';
import { failing } from '../testing/network.ts';
import { openAdmin } from '../testing/open-admin.ts';

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const fill = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function cardOf(name: string) {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('article') as HTMLElement);
}

test('prompts are listed by type', async () => {
  const prompt = await givenPrompt({ workflow_type: 'perplexity_web_search' });
  await openAdmin('/admin/prompts');
  await cardOf(prompt.name);
  expect(within(screen.getByRole('region', { name: 'Web Search' })).getByText(prompt.name)).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Blog Ideas' })).queryByText(prompt.name)).toBeNull();
});

test('Prompt creation requires name and prompt text; new prompts start inactive', async () => {
  const name = unique('Neuer Prompt ');
  removeAfterwards('prompts', 'name', name);
  const { router } = await openAdmin('/admin/prompts?edit=new');
  await field('Name');
  press('Create Prompt');
  expect(await screen.findByText('Name is required')).toBeTruthy();
  expect(screen.getByText('Prompt Text is required')).toBeTruthy();
  await fill('Prompt Text', 'a'.repeat(20_001));
  expect(await screen.findByText('Please shorten the prompt to 20,000 characters')).toBeTruthy();
  await fill('Name', name);
  await fill('Prompt Text', 'Suche nach …');
  await fill('Workflow Type', 'gemini_blog_ideas');
  press('Create Prompt');
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect((await cardOf(name)).getByText('Inactive')).toBeTruthy();
  const { data } = await serviceClient().from('prompts').select('*').eq('name', name).single();
  expect(data).toMatchObject({ is_active: false, prompt_text: 'Suche nach …', workflow_type: 'gemini_blog_ideas' });
});

test('activating one first deactivates all prompts of the same workflow_type', async () => {
  const active = async () => {
    const { data } = await serviceClient().from('prompts').select('id, workflow_type').eq('is_active', true);
    return data ?? [];
  };
  const before = await active();
  const prompt = await givenPrompt();
  await openAdmin('/admin/prompts');
  const card = await cardOf(prompt.name);
  fireEvent.click(card.getByRole('button', { name: 'Set Active' }));
  await waitFor(() => expect(card.getByText('Active')).toBeTruthy());
  const after = await active();
  expect(after.filter(({ workflow_type }) => workflow_type === prompt.workflow_type)).toEqual([
    { id: prompt.id, workflow_type: prompt.workflow_type },
  ]);
  const previous = before.find(({ workflow_type }) => workflow_type === prompt.workflow_type);
  expect(after.length).toBe(before.length + (previous ? 0 : 1));
});

test('a prompt is edited', async () => {
  const prompt = await givenPrompt();
  const { router } = await openAdmin(`/admin/prompts?edit=${prompt.id}`);
  await fill('Prompt Text', 'Anders');
  press('Update Prompt');
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect((await stored('prompts', prompt.id))?.prompt_text).toBe('Anders');
});

test('a prompt is deleted after a confirmation', async () => {
  const prompt = await givenPrompt();
  await openAdmin('/admin/prompts');
  fireEvent.click((await cardOf(prompt.name)).getByRole('button', { name: 'Delete' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText(prompt.name)).toBeNull());
  expect(await stored('prompts', prompt.id)).toBeNull();
});

test("'Failed to create prompt'", async () => {
  await openAdmin('/admin/prompts?edit=new');
  await fill('Name', 'x');
  await fill('Prompt Text', 'x');
  failing('POST', 'prompts');
  press('Create Prompt');
  expect(await screen.findByText('Failed to create prompt')).toBeTruthy();
  press('Cancel');
});

test("'Failed to update prompt'", async () => {
  const prompt = await givenPrompt();
  await openAdmin(`/admin/prompts?edit=${prompt.id}`);
  await fill('Name', 'x');
  failing('PATCH', 'prompts');
  press('Update Prompt');
  expect(await screen.findByText('Failed to update prompt')).toBeTruthy();
  press('Cancel');
});

test("'Failed to delete prompt'", async () => {
  const prompt = await givenPrompt();
  await openAdmin('/admin/prompts');
  failing('DELETE', 'prompts');
  fireEvent.click((await cardOf(prompt.name)).getByRole('button', { name: 'Delete' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Failed to delete prompt')).toBeTruthy();
});

test("'Failed to set active prompt'", async () => {
  const prompt = await givenPrompt();
  await openAdmin('/admin/prompts');
  failing('POST', 'activate_prompt');
  fireEvent.click((await cardOf(prompt.name)).getByRole('button', { name: 'Set Active' }));
  expect(await screen.findByText('Failed to set active prompt')).toBeTruthy();
});
