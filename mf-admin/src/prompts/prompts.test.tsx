import { serviceClient, stored } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPrompt } from '../testing/given.ts';
import { failing } from '../testing/network.ts';
import { buttonIn, field, fill, openAdmin, press, rowOf } from '../testing/open-admin.ts';
import { newName } from '../testing/record-cases.ts';

test('prompts are listed by type, and an edit closes its form', async () => {
  const prompt = await givenPrompt({ workflow_type: 'perplexity_web_search' });
  const { router } = await openAdmin(`${addresses.prompts}?edit=${prompt.id}`);
  await fill('Prompt Text', 'Anders');
  press('Update Prompt');
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect((await stored('prompts', prompt.id))?.prompt_text).toBe('Anders');
  const shown = await screen.findByRole('region', { name: 'Web Search' });
  expect(await within(shown).findByText(prompt.name)).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Blog Ideas' })).queryByText(prompt.name)).toBeNull();
});

test('a prompt has at most 20,000 characters and a type, and starts inactive', async () => {
  const name = newName('prompts', 'name');
  const { router } = await openAdmin(`${addresses.prompts}?edit=new`);
  await field('Name');
  await fill('Prompt Text', 'a'.repeat(20_001));
  press('Create Prompt');
  expect(await screen.findByText('Please shorten the prompt to 20,000 characters')).toBeTruthy();
  await fill('Name', name);
  await fill('Prompt Text', 'Suche nach …');
  await fill('Workflow Type', 'gemini_blog_ideas');
  press('Create Prompt');
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(within(await rowOf(name)).getByText('Inactive')).toBeTruthy();
  const { data } = await serviceClient().from('prompts').select('*').eq('name', name).single();
  expect(data).toMatchObject({ is_active: false, workflow_type: 'gemini_blog_ideas' });
});

test("Set Active deactivates the other prompts of its type; 'Failed to set active prompt' when it fails", async () => {
  const active = async () =>
    (await serviceClient().from('prompts').select('id, workflow_type').eq('is_active', true).throwOnError()).data;
  const prompt = await givenPrompt();
  const others = (await active()).filter(({ workflow_type }) => workflow_type !== prompt.workflow_type);
  const { user } = await openAdmin(addresses.prompts);
  const card = await rowOf(prompt.name);
  const answering = failing('POST', 'activate_prompt');
  await user.click(buttonIn(card, 'Set Active'));
  expect(await screen.findByText('Failed to set active prompt')).toBeTruthy();
  answering();
  await user.click(buttonIn(card, 'Set Active'));
  expect(await within(card).findByText('Active')).toBeTruthy();
  const { id, workflow_type } = prompt;
  expect(await active()).toEqual(expect.arrayContaining([...others, { id, workflow_type }]));
  expect(await active()).toHaveLength(others.length + 1);
});
