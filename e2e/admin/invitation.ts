import { expect, type Page } from '@playwright/test';
import { sendSignIn } from '../platform/sign-in.ts';

const PASSWORD = 'geheim-genug';

/** Sends the form of a new account. */
async function signUpAs(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
}

/** Creates an account with the form that the link of an invitation opened, which signs in and accepts. */
export async function acceptAs(page: Page, email: string) {
  await expect(page.getByRole('heading')).toHaveText('Create Admin Account');
  await signUpAs(page, email);
  await page.waitForURL('**/admin');
}

/** Creates an account without an invitation, and signs in. */
export async function createAccount(page: Page, platform: string, email: string) {
  await page.goto(`${platform}/login`);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await signUpAs(page, email);
  await expect(page.getByText('Account created successfully! You can now sign in.')).toBeVisible();
  await sendSignIn(page, { email, password: PASSWORD });
  await page.waitForURL('**/admin');
}

export const refusal = (page: Page) => page.getByText('This account has no access to the admin area.');
