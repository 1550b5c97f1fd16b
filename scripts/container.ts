import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Copy, DockerfileParser, type Instruction } from 'dockerfile-ast';
import { NPX, ROOT } from './lib/toolchain.mjs';

export const DOCKERFILE = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8');

const dockerfile = DockerfileParser.parse(DOCKERFILE);
const stages = dockerfile.getInstructions().reduce<Instruction[][]>((all, instruction) => {
  if (instruction.getKeyword() === 'FROM') all.push([]);
  all.at(-1)?.push(instruction);
  return all;
}, []);
const nameOf = ([from]: readonly Instruction[]) => from?.getArguments()[2]?.getValue();
export const stageNamed = (name: string) => stages.find((stage) => nameOf(stage) === name) ?? [];
const finalStage = stages.at(-1) ?? [];

const wordsOf = (instruction: Instruction) => instruction.getArguments().map((argument) => argument.getValue());
/** The words of a command in JSON. */
export function commandOf(instruction: Instruction): string[] {
  const text = instruction.getRawArgumentsContent() ?? '';
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
}
export const only = (keyword: string, stage = finalStage) => {
  const [found, ...more] = stage.filter((instruction) => instruction.getKeyword() === keyword);
  if (!found || more.length > 0) throw new Error(`expected one ${keyword}`);
  return found;
};

/** What the image sets. */
export const imageEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    finalStage
      .filter((instruction) => instruction.getKeyword() === 'ENV')
      .flatMap(wordsOf)
      .map((pair) => pair.split('=') as [string, string]),
  );

/** What `.dockerignore` leaves out beside all that it does not name: names of folders, and ends of files. */
const isLeftOut = (file: string) =>
  /(^|\/)(node_modules|dist|testing)(\/|$)|\.test\.tsx?$|(^|\/)README\.md$/.test(path.relative(ROOT, file));

interface Given {
  /** Stands for the folder `/platform`. */
  readonly folder: string;
  /** Where another stage has what it made. */
  readonly from: Readonly<Record<string, string>>;
}

function copy(instruction: Instruction, { folder, from }: Given): void {
  const stage = (instruction as Copy).getFromFlag()?.getValue();
  const words = wordsOf(instruction);
  const to = path.join(folder, words.at(-1) ?? '');
  for (const source of words.slice(0, -1)) {
    const origin = path.join(stage ? (from[stage] ?? '') : ROOT, source.replace('/platform', ''));
    const into = words.at(-1)?.endsWith('/') && !stage ? path.join(to, path.basename(source)) : to;
    mkdirSync(path.dirname(into), { recursive: true });
    const filter = stage ? () => true : (file: string) => !isLeftOut(file);
    cpSync(origin, into, { recursive: true, verbatimSymlinks: true, filter });
  }
}

const copyAll = (stage: readonly Instruction[], given: Given) => {
  for (const instruction of stage) if (instruction.getKeyword() === 'COPY') copy(instruction, given);
};

/** The folder of the image, made by its own instructions; `dist` is that of this tree. It ends with `remove`. */
export function makeImageFolder() {
  const place = mkdtempSync(path.join(tmpdir(), 'image-'));
  const packages = path.join(place, 'packages');
  const folder = path.join(place, 'platform');
  copyAll(stageNamed('manifests'), { folder: packages, from: {} });
  const [, ...install] = commandOf(only('RUN', stageNamed('packages')));
  const pnpm = /pnpm@[\d.]+/.exec(DOCKERFILE)?.[0] ?? '';
  execFileSync(NPX, ['--yes', pnpm, ...install, '--prefer-offline'], { cwd: packages, stdio: 'pipe' });
  copyAll(finalStage, { folder, from: { packages, build: ROOT } });
  // What the base image has.
  const node = path.join(place, 'node');
  copyFileSync(process.execPath, node);
  execFileSync('chmod', ['-R', 'a+rX', place]);
  return { folder, node, remove: () => rmSync(place, { recursive: true }) };
}

/** Cuts a process off from all networks and makes everything read-only but one folder; then it is nobody's. */
const CONFINE = `
  ip link set lo up
  mount --bind "$WRITABLE" "$WRITABLE"
  mount -o remount,ro,bind /
  exec setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --inh-caps=-all env -i "$@"
`;

/** Whether this machine lets us do that. */
export const canConfine = () =>
  process.getuid?.() === 0 &&
  ['ip', 'setpriv', 'nsenter'].every((command) => spawnSync('which', [command]).status === 0) &&
  spawnSync('unshare', ['--mount', '--net', 'mount', '-o', 'remount,ro,bind', '/']).status === 0;

/** Arguments of `unshare` that run a program so: with nothing in its environment but what is given. */
export const confined = (environment: Readonly<Record<string, string>>, ...program: string[]) => {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return ['--mount', '--net', 'sh', '-ec', CONFINE, 'sh', ...variables, ...program];
};

/** Runs a program where a confined one runs. */
export const beside = (pid: number, ...program: string[]) =>
  spawnSync('nsenter', [`--target=${pid}`, '--net', '--mount', ...program], { encoding: 'utf8' });
