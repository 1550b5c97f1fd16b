import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, type Project } from '@playwright/test';
import { browserArgs } from '../shared/process/chromium.ts';
import { findFreePorts } from '../shared/testing/free-ports.ts';
import { provideGenerations } from './fixtures/given-suite.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** Ports of the shell, four remotes, two more and the backend. */
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
    await provideGenerations(dataDir);
  }
  // Tests find the platform's data by the same variable as its programs.
  env.DATA_DIR = env.E2E_DATA_DIR;
  const port = Number(env.E2E_PORT);
  return { port, supabasePort: port + PORTS - 1, dataDir: env.E2E_DATA_DIR };
}

const { port, supabasePort, dataDir } = await choosePlatform();
/** `exec` makes Playwright the platform's parent, and the platform stops when its parent ends. */
const inPlaceOfTheShell = process.platform === 'win32' ? '' : 'exec ';
const baseURL = `http://127.0.0.1:${port}`;

const IN_FIREFOX = '**/firefox/*.spec.ts';

/** A suite of given generations leaves out those that choose their own. */
const { E2E_GENERATIONS } = process.env;
const ownGenerations = E2E_GENERATIONS ? ['**/generations/**'] : [];
/** Many rounds and long walks: `pnpm test:long` runs them. */
const LONG = ['**/generations/walk.spec.ts', '**/reliability/{memory,one-client}.spec.ts'];
const tooLong = process.env.TEST_LENGTH === 'long' ? [] : LONG;

const inChromium: Partial<Project> = {
  testIgnore: [IN_FIREFOX, ...ownGenerations, ...tooLong],
  use: { launchOptions: { executablePath: process.env.E2E_BROWSER, args: browserArgs() } },
};

/** `npm test`: each feature once. A test tagged `@pages` runs in both projects, in each with other pages. */
const smoke: Project = { ...inChromium, name: 'smoke', grep: /@smoke|@pages/ };

/** `npm run test:all`: everything else. */
const full: Project = { ...inChromium, name: 'full', grepInvert: /@smoke/ };

/** With remotes of the generation before: journeys that run each of their loaders, and ask nothing that it did not have. */
const crossing: Project = { ...inChromium, name: 'crossing', grep: /@crossing/ };

const firefox: Project = {
  name: 'firefox',
  testMatch: IN_FIREFOX,
  use: {
    browserName: 'firefox',
    // The Firefox of the system, driven by WebDriver BiDi.
    channel: 'moz-firefox',
    launchOptions: { executablePath: path.join(import.meta.dirname, 'firefox', 'launch.ts') },
  },
};

export default defineConfig({
  testDir: '.',
  projects: [smoke, full, firefox, ...(E2E_GENERATIONS ? [crossing] : [])],
  globalSetup: './global-setup.ts',
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
    // Capturing screenshots takes a third of the time of a test.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
  webServer: {
    command: `${inPlaceOfTheShell}"${process.execPath}" scripts/bootstrap.mjs start`,
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
      // Never the data and accounts of the developer.
      DATABASE_URL: '',
      SEED: '',
      SUPABASE_URL: '',
      SUPABASE_PUBLISHABLE_KEY: '',
      PERPLEXITY_API_KEY: '',
      GEMINI_API_KEY: '',
    },
  },
});
