import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { expect, onTestFinished, test } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
const CLI = fileURLToPath(new URL('node_modules/.bin/supabase', import.meta.url));
const PROJECT = 'abcdefghijklmnopqrst';

/** The settings of a new project, as Supabase's management API returns them. */
const auth = { site_url: 'http://localhost:3000', uri_allow_list: '', disable_signup: false, mailer_autoconfirm: true };
const answers: Readonly<Record<string, unknown>> = {
  [`/v1/projects/${PROJECT}/billing/addons`]: { selected_addons: [], available_addons: [] },
  [`/v2/projects/${PROJECT}/config`]: { data: { id: PROJECT, type: 'project_config', attributes: { auth } } },
};

/** Pushes config.toml with the Supabase CLI and returns what it sends for the authentication service. */
async function pushed(environment: Record<string, string>): Promise<unknown> {
  const bodies: unknown[] = [];
  const api = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method === 'PATCH' && request.url?.endsWith('/config/auth')) bodies.push(JSON.parse(body));
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[request.url ?? ''] ?? {}));
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  onTestFinished(() => void api.close());
  const folder = folderOfTest();
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const profile = join(folder, 'profile.yaml');
  const addresses = ['api_url', 'dashboard_url', 'docs_url'].map((name) => `${name}: ${url}\n`);
  writeFileSync(profile, `name: tests\nproject_host: 127.0.0.1\n${addresses.join('')}`);
  const child = spawn(CLI, ['config', 'push', '--workdir', REPOSITORY, '--remote', PROJECT, '--yes'], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      DO_NOT_TRACK: '1',
      SUPABASE_PROFILE: profile,
      SUPABASE_API_URL: url,
      SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
      ...environment,
    },
    stdio: 'ignore',
  });
  await once(child, 'exit');
  return bodies[0];
}

test('a hosted project’s mails link to the site, addresses must be confirmed, and a second factor is offered', async () => {
  expect(await pushed({ SITE_URL: 'https://ki.example.org' })).toMatchObject({
    site_url: 'https://ki.example.org',
    mailer_autoconfirm: false,
    mfa_totp_enroll_enabled: true,
    mfa_totp_verify_enabled: true,
  });
});
