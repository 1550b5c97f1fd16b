import { expect, type Page } from '@playwright/test';
import { sendSignIn } from '../platform/sign-in.ts';

export const PASSWORD = 'geheim-genug';

/** Signs in with the form of the open login page. */
export const signInAs = (page: Page, email: string) => sendSignIn(page, { email, password: PASSWORD });

/** Creates an account with the form of the open login page, which then shows the sign-in form. */
export async function signUpAs(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByText('Account created successfully! You can now sign in.')).toBeVisible();
}

/** Creates an account with the form that the link of an invitation opened, which signs in and accepts. */
export async function acceptAs(page: Page, email: string) {
  await expect(page.getByRole('heading')).toHaveText('Create Admin Account');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page.waitForURL('**/admin');
}

/** Creates an account without an invitation, and signs in. */
export async function createAccount(page: Page, platform: string, email: string) {
  await page.goto(`${platform}/login`);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await signUpAs(page, email);
  await signInAs(page, email);
  await page.waitForURL('**/admin');
}

export const refusal = (page: Page) => page.getByText('This account has no access to the admin area.');
