import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { remotesOf } from '../shell/build/workspace.ts';
import { workflowOf } from '../shell/cli/from-template.ts';
import { PNPM_VERSION, ROOT } from './lib/toolchain.mjs';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Job {
  readonly steps?: readonly Step[];
  readonly permissions?: unknown;
  readonly secrets?: unknown;
}
interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
/** Of a remote that is a repository of its own. */
const OUTSIDE = 'shell/cli/template-outside/.github/workflows/mf-template.yml';
const workflows = [...globSync('.github/workflows/*.yml', { cwd: ROOT }).sort(), OUTSIDE];
const actions = globSync('.github/actions/*/action.yml', { cwd: ROOT });
const remotes = await remotesOf(ROOT);

const jobsOf = (file: string) => Object.values((parse(textOf(file)) as Workflow).jobs);
const stepsIn = (file: string): readonly Step[] =>
  actions.includes(file)
    ? (parse(textOf(file)) as { runs: { steps: Step[] } }).runs.steps
    : jobsOf(file).flatMap(({ steps = [] }) => steps);
const commandsIn = (file: string) => stepsIn(file).flatMap(({ run }) => (run ? [run] : []));

/** What GitHub's own parser finds wrong, in the workflows that a workflow calls too. */
async function errorsIn(name: string, content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value) {
    const getFileContent = async (ref: { path?: string }) => {
      const file = String(ref.path);
      return { name: file, content: textOf(file) };
    };
    await convertWorkflowTemplate(context, value, { getFileContent }, { fetchReusableWorkflowDepth: 1 });
  }
  return context.errors.getErrors().map(({ message }) => message);
}

test.each(workflows)("%s is one, by GitHub's own parser", async (file) => {
  expect(await errorsIn(file, textOf(file))).toEqual([]);
});

test.each([
  ['runs-on: ubuntu-24.04', 'runs-at: ubuntu-24.04'],
  ['github.event_name ==', 'github.event_name =='.replace('github', 'nobody')],
  ['needs: test', 'needs: nothing'],
])('the parser would find it if %s were %s', async (right, wrong) => {
  const text = ['repository', 'ship-remote']
    .map((name) => textOf(`.github/workflows/${name}.yml`))
    .find((one) => one.includes(right));
  expect(await errorsIn('wrong.yml', String(text).replace(right, wrong))).not.toEqual([]);
});

test.each([...workflows, ...actions])(
  'what %s uses of others is pinned by commit, with its release beside it',
  (file) => {
    const used = [...textOf(file).matchAll(/uses: (.+)$/gm)].map(([, what = '']) => what);
    const ofOthers = used.filter((what) => !what.startsWith('./'));
    for (const what of ofOthers) expect(what).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  },
);

test('each action is used in one release', () => {
  const used = [...workflows, ...actions].flatMap((file) => textOf(file).match(/(?<=uses: )actions\/.+$/gm) ?? []);
  const names = new Set(used.map((what) => what.split('@')[0]));
  expect(new Set(used).size).toBe(names.size);
});

test.each(workflows)('%s may read the repository and nothing else', (file) => {
  expect((parse(textOf(file)) as Workflow).permissions).toEqual({ contents: 'read' });
  for (const job of jobsOf(file)) {
    expect(job.permissions).toBeUndefined();
    expect(job.secrets).not.toBe('inherit');
  }
});

/** Values reach commands by their environment: none can be taken for a command, and no secret stands in one. */
test.each([...workflows, ...actions])('no command of %s has an expression or prints a secret', (file) => {
  for (const command of commandsIn(file)) expect(command).not.toMatch(/\$\{\{|TOKEN|_KEY|printenv|\benv\b|set -x/);
});

test.each([...workflows, ...actions])('the commands of %s are there', (file) => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  for (const [, name = ''] of commandsIn(file)
    .join('\n')
    .matchAll(/\bpnpm (?:--silent )?([\w:-]+)/g)) {
    expect(['install', 'exec', ...Object.keys(scripts)]).toContain(name);
  }
});

test('the version of pnpm is the one that a start brings', () => {
  const named = [...workflows, ...actions].flatMap((file) => textOf(file).match(/(?<=pnpm@)[\w.]+/g) ?? []);
  expect(named).toEqual([PNPM_VERSION]);
});

test.each(remotes)('%s ships by the same workflow as a new remote', async (name) => {
  expect(textOf(`.github/workflows/${name}.yml`)).toBe(await workflowOf(name));
});

test.each([
  ['.github/workflows/ship-remote.yml', ['test', 'publish', 'check', 'canary', 'promote']],
  [OUTSIDE, ['test', 'publish', 'promote']],
])('pull requests neither publish by %s nor see what may', (file, names) => {
  const { jobs } = parse(textOf(file)) as { jobs: Record<string, Record<string, unknown>> };
  expect(Object.keys(jobs)).toEqual(names);
  expect(jobs.publish?.if).toContain("github.event_name != 'pull_request'");
  expect(JSON.stringify(jobs.test)).not.toContain('secrets');
  // Nor do they run on the platform's machine.
  expect(jobs.test?.['runs-on']).toBe('ubuntu-24.04');
  expect(jobs.promote?.environment).toMatch(/live$/);
  expect(jobs.publish?.environment).not.toBe(jobs.promote?.environment);
});
