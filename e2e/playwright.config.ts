import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, type Project } from '@playwright/test';
import { browserArgs, ensureBrowser } from '../scripts/lib/browser.mjs';
import { ensureFirefox } from '../scripts/lib/firefox.mjs';
import { ensureNginx } from '../scripts/lib/nginx.mjs';
import { findFreePorts } from '../scripts/lib/ports.mjs';

const ROOT = path.join(import.meta.dirname, '..');
/** The shell, the four remotes, room for two more, and the backend. */
const PORTS = 8;

/** Chooses ports and a data folder once; the workers, which read this file again, find them in the environment. */
async function choosePlatform(): Promise<{ port: number; supabasePort: number; dataDir: string }> {
  const { env } = process;
  if (!env.E2E_PORT || !env.E2E_DATA_DIR) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'ki-lernplattform-e2e-'));
    process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
    // Only an interrupt makes Playwright stop the platform in order.
    process.on('SIGTERM', () => process.kill(process.pid, 'SIGINT'));
    env.E2E_DATA_DIR = dataDir;
    env.E2E_PORT = String(await findFreePorts(PORTS));
    env.E2E_BROWSER = await ensureBrowser();
    env.E2E_FIREFOX ??= (await ensureFirefox()) ?? '';
    env.E2E_NGINX = (await ensureNginx()) ?? '';
  }
  // Tests that look into the platform's data find it where any program of the platform would.
  env.DATA_DIR = env.E2E_DATA_DIR;
  const port = Number(env.E2E_PORT);
  return { port, supabasePort: port + PORTS - 1, dataDir: env.E2E_DATA_DIR };
}

const { port, supabasePort, dataDir } = await choosePlatform();
/** So that the platform's parent is Playwright, whose end it notices. */
const inPlaceOfTheShell = process.platform === 'win32' ? '' : 'exec ';
const baseURL = `http://127.0.0.1:${port}`;

/** Benchmarks compare figures of one run; they are no tests. */
const benchmarks = process.env.BENCHMARK ? [] : ['**/*benchmark.spec.ts'];
const IN_FIREFOX = '**/firefox/*.spec.ts';

const chromium: Project = {
  name: 'chromium',
  testIgnore: [IN_FIREFOX, ...benchmarks],
  use: { launchOptions: { executablePath: process.env.E2E_BROWSER, args: browserArgs() } },
};

const firefox: Project = {
  name: 'firefox',
  testMatch: IN_FIREFOX,
  use: {
    browserName: 'firefox',
    // The one that people have, by the protocol that all browsers are to speak.
    channel: 'moz-firefox',
    launchOptions: { executablePath: path.join(import.meta.dirname, 'firefox', 'launch.mjs') },
  },
};

export default defineConfig({
  testDir: '.',
  projects: process.env.E2E_FIREFOX ? [chromium, firefox] : [chromium],
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    baseURL,
    locale: 'de-CH',
    timezoneId: 'Europe/Zurich',
    trace: 'retain-on-failure',
  },
  webServer: {
    command: `${inPlaceOfTheShell}"${process.execPath}" scripts/start.mjs`,
    cwd: ROOT,
    url: `${baseURL}/readyz`,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 6_000 },
    stderr: 'pipe',
    env: {
      PORT: String(port),
      SUPABASE_PORT: String(supabasePort),
      DATA_DIR: dataDir,
      AUTH_RATE_LIMIT: '0',
      // Never the data and the accounts of whoever runs the tests.
      DATABASE_URL: '',
      SUPABASE_URL: '',
      SUPABASE_PUBLISHABLE_KEY: '',
      PERPLEXITY_API_KEY: '',
      GEMINI_API_KEY: '',
    },
  },
});
