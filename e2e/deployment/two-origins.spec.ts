import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';
import { browserArgs } from '../../shared/process/chromium.ts';
import { findFreePorts } from '../../shared/testing/free-ports.ts';
import { ROOT } from '../../shell/build/workspace.ts';
import { createAccount } from '../admin/invitation.ts';
import { photo } from '../admin/photo.ts';
import { ADMINISTRATOR, sendSignIn } from '../platform/sign-in.ts';

const program = process.env.E2E_NGINX ?? '';
test.skip(program === '', 'there is no nginx, and no Debian to get it from');

const NAMES = ['ki.example.test', 'cdn.example.test'] as const;
/** Ports of the shell, its remotes, the backend and nginx. */
const PORTS = 7;

let folder: string;
let site: string;
let store: string;
let browser: BrowserContext;
const stops: (() => Promise<unknown>)[] = [];

/** Runs a program until the tests end, in a group of its own. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const child = spawn(command, args, { cwd: ROOT, env, stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  stops.push(async () => {
    child.kill('SIGTERM');
    await ended;
  });
}

/** nginx with TLS, as docs/run.md has it. */
async function proxyConfiguration(port: number, shell: number): Promise<string> {
  const certificate = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem'];
  await promisify(execFile)('openssl', [...certificate, '-days', '2', '-subj', '/CN=example.test'], { cwd: folder });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  const server = (name: string, rest: string) =>
    `server { listen 127.0.0.1:${port} ssl; server_name ${name}; location / { proxy_http_version 1.1; ${rest} } }`;
  return `daemon off; master_process off; pid pid; error_log stderr; events {}
    http { access_log off; client_max_body_size 25m; ${temporary.join(' ')}
      ssl_certificate cert.pem; ssl_certificate_key key.pem;
      map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
      ${server(
        NAMES[0],
        `proxy_pass http://127.0.0.1:${shell}; proxy_read_timeout 300s;
        proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header X-Forwarded-Proto $scheme;`,
      )}
      ${server(NAMES[1], `proxy_pass http://127.0.0.1:${shell + 1};`)}
    }`;
}

/** A browser with a profile of its own, for which only the two hosts have an address: no port of the platform does. */
const openBrowser = (profile: string) =>
  chromium.launchPersistentContext(path.join(folder, profile), {
    executablePath: process.env.E2E_BROWSER,
    args: [...browserArgs(), `--host-resolver-rules=${NAMES.map((name) => `MAP ${name} 127.0.0.1`)},MAP * ~NOTFOUND`],
    ignoreHTTPSErrors: true,
    baseURL: site,
  });

test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = await mkdtemp(path.join(tmpdir(), 'two-origins-'));
  const port = await findFreePorts(PORTS);
  const [supabasePort, proxyPort] = [port + PORTS - 2, port + PORTS - 1];
  site = `https://${NAMES[0]}:${proxyPort}`;
  store = `https://${NAMES[1]}:${proxyPort}`;
  await writeFile(path.join(folder, 'nginx.conf'), await proxyConfiguration(proxyPort, port));
  run(program, ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', 'stderr'], process.env);
  run(process.execPath, ['scripts/bootstrap.mjs', 'start'], {
    ...process.env,
    PORT: String(port),
    SUPABASE_PORT: String(supabasePort),
    DATA_DIR: path.join(folder, 'data'),
    SITE_URL: site,
    STORE_URL: `${store}/store`,
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok;
  await expect.poll(isReady, { timeout: 240_000 }).toBe(true);
  browser = await openBrowser('profile');
});
test.afterAll(async () => {
  await browser?.close();
  for (const stop of stops) await stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Removes the functions that browsers lack on a site by http in a house's network. */
const withoutSecureContext = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['randomUUID', 'subtle']) Reflect.deleteProperty(Crypto.prototype, name);
    for (const name of ['clipboard', 'locks', 'serviceWorker']) Reflect.deleteProperty(Navigator.prototype, name);
    Reflect.deleteProperty(globalThis, 'caches');
  });

test('staff anywhere sign in, upload, publish and see each other by the two origins of a platform', async () => {
  const page = await browser.newPage();
  await withoutSecureContext(page);
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.goto('/login');
  await sendSignIn(page);
  await page.waitForURL('/admin', { waitUntil: 'commit' });
  expect(await page.evaluate(() => [typeof crypto.randomUUID, typeof navigator.clipboard])).toEqual(
    Array(2).fill('undefined'),
  );
  // A tab hears of writes by a WebSocket through both proxies.
  const heard = page.evaluate(async () => {
    const { supabase } = await (await fetch('/platform.json')).json();
    const address = `${supabase.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${supabase.key}&vsn=2.0.0`;
    const socket = new WebSocket(address);
    return new Promise((resolve) => {
      socket.onmessage = ({ data }) => resolve(JSON.parse(data)[4].status);
      socket.onerror = () => resolve('failed');
      socket.onopen = () => socket.send(JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}]));
    });
  });
  expect(await heard).toBe('ok');

  await page.goto('/admin/pictures');
  const buffer = await photo(page, { width: 900, height: 600 });
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'Kursraum.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByText('1 of 1 uploaded.')).toBeVisible();

  await page.goto('/admin/posts/new');
  await page.getByLabel('Title', { exact: true }).fill('Von anderswo geschrieben');
  await page.getByLabel('Content').fill('Ein Satz über den Kurs.');
  await page.getByRole('button', { name: 'Create Post', exact: true }).click();
  await page.waitForURL('/admin', { waitUntil: 'commit' });
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Von anderswo geschrieben' }).first()).toBeVisible();

  await page.goto('/admin');
  await page.getByRole('row', { name: 'Von anderswo geschrieben' }).getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Von anderswo geschrieben');
  const elsewhere = await openBrowser('colleague');
  stops.push(() => elsewhere.close());
  const colleague = await elsewhere.newPage();
  await createAccount(colleague, '', 'kollegin@example.com');
  await colleague.goto(page.url());
  await expect(colleague.getByRole('status').getByText(`Also open: ${ADMINISTRATOR.email}`)).toBeVisible();
  // A process of low priority has made its sizes meanwhile.
  await page.goto('/admin/pictures');
  await expect(page.getByText('900 × 600')).toBeVisible({ timeout: 60_000 });
  expect([...origins].sort()).toEqual([store, site].sort());
});
