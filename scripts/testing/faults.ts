// `pnpm test:faults [NAME…]`: the measure that no test was lost. It plants each fault of scripts/faults in a clone of HEAD,
// one at a time, and demands that an assertion of the test which the patch names fails. A name, such as `cache` or
// `cache/NAME`, chooses faults. Ends with `N found, N missed`.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { NPX, PINNED_NODE, PNPM_VERSION, ROOT } from '../bootstrap.mjs';
import { run, testEnvironment } from '../processes.ts';
import { CommandError, print, runCommand, stopwatch } from '../terminal.ts';
import { readReport, type VitestReport } from './counts.ts';
import { type Fault, judge, parseFault, problemsOf, testArguments, type Verdict } from './fault.ts';
import { createRunFolder } from './run-folder.ts';

interface Planted extends Fault {
  readonly name: string;
  readonly patch: string;
}

const FOLDER = path.join(ROOT, 'scripts', 'faults');
/** On a machine that is busy with other work, too. */
const LIMIT_MS = 40 * 60_000;

const folder = createRunFolder('faults');
const clone = path.join(folder, 'clone');

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-C', ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

const isChosen = (name: string, chosen: readonly string[]) =>
  chosen.length === 0 || chosen.some((one) => name === one || name.startsWith(`${one}/`));

function readFaults(chosen: readonly string[]): readonly Planted[] {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.patch'));
  const faults = files.sort().map((file) => {
    const patch = path.join(FOLDER, file);
    const name = file.replaceAll(path.sep, '/').replace(/\.patch$/, '');
    return { name, patch, ...parseFault(readFileSync(patch, 'utf8')) };
  });
  const found = faults.filter(({ name }) => isChosen(name, chosen));
  if (found.length === 0) throw new CommandError(`there is no fault ${chosen.join(', ')}; expected names in ${FOLDER}`);
  return found;
}

/** Databases of tests are built in the clone's node_modules, from its migrations, and end with it. */
async function makeClone(): Promise<void> {
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, clone]);
  git(clone, 'checkout', '--quiet', '--detach', git(ROOT, 'rev-parse', 'HEAD'));
  const options = ['install', '--frozen-lockfile', '--prefer-offline', '--silent'];
  const code = await run(NPX, ['--yes', `pnpm@${PNPM_VERSION}`, ...options], { cwd: clone });
  if (code !== 0) throw new CommandError(`the dependencies could not be installed: pnpm ended with ${code}`);
}

async function runTests(args: readonly string[]): Promise<VitestReport | null> {
  const report = path.join(folder, 'report.json');
  rmSync(report, { force: true });
  const vitest = path.join(clone, 'node_modules', 'vitest', 'vitest.mjs');
  const output = ['--reporter=json', `--outputFile.json=${report}`];
  const options = { cwd: clone, env: testEnvironment(), limitMs: LIMIT_MS, onLine: () => undefined };
  await run(PINNED_NODE, [vitest, 'run', ...args, ...output], options);
  return readReport<VitestReport>(report);
}

async function expectGreen(faults: readonly Planted[]): Promise<void> {
  const report = await runTests([...new Set(faults.map(({ file }) => file))]);
  const problems = problemsOf(report, faults, clone);
  if (problems.length > 0) throw new CommandError(['without any fault:', ...problems].join('\n'));
}

async function seek(fault: Planted): Promise<Verdict> {
  try {
    git(clone, 'apply', fault.patch);
  } catch {
    return { isFound: false, text: 'the patch does not apply' };
  }
  try {
    return judge(await runTests(testArguments(fault)), clone);
  } finally {
    git(clone, 'reset', '--quiet', '--hard');
  }
}

await runCommand(async () => {
  const faults = readFaults(process.argv.slice(2));
  const elapsed = stopwatch();
  await makeClone();
  await expectGreen(faults);
  print('time', `${elapsed()}: the tests of ${faults.length} faults pass without them`);
  let missed = 0;
  for (const fault of faults) {
    const { isFound, text } = await seek(fault);
    if (!isFound) missed += 1;
    print(isFound ? 'found' : 'MISSED', `${fault.name} ${isFound ? `by ${text}` : `(${fault.what}): ${text}`}`);
  }
  print('time', elapsed());
  process.stdout.write(`${faults.length - missed} found, ${missed} missed\n`);
  process.exitCode = missed === 0 ? 0 : 1;
});
