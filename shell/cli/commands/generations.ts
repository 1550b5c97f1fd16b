import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import type { RuntimeInfo } from '@ki/shared/federation/runtime.ts';
import { runningShell } from '../../registry/announcement.ts';
import { type GenerationNeed, generationNeeds, needText } from '../../registry/generation-needs.ts';
import { foundRuntimes, removeRuntimes } from '../../server/render/runtime-folders.ts';
import { shellOfSite } from '../checks/subject.ts';
import { type Command, wholeNumber } from '../command.ts';

interface Generation {
  readonly contract: number;
  readonly singletons: Readonly<Record<string, string>>;
  readonly isServed: boolean;
  readonly needs: readonly GenerationNeed[];
}

/** Also generations that something needs and no runtime is there for. */
function generationsOf(runtimes: readonly RuntimeInfo[], needs: readonly GenerationNeed[], served: readonly number[]) {
  const byContract = new Map(runtimes.map((one) => [one.contract, one.singletons]));
  const numbers = new Set([...byContract.keys(), ...needs.map(({ contract }) => contract)]);
  return [...numbers]
    .sort((left, right) => right - left)
    .map(
      (contract): Generation => ({
        contract,
        singletons: byContract.get(contract) ?? {},
        isServed: served.includes(contract),
        needs: needs.filter((need) => need.contract === contract),
      }),
    );
}

const packagesOf = (singletons: Generation['singletons']) =>
  Object.entries(singletons)
    .filter(([name]) => !name.startsWith('@'))
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');

function lineOf({ contract, singletons, isServed, needs }: Generation): string {
  const state = isServed ? 'served' : 'not served';
  const needed = needs.length > 0 ? `needed by ${needs.map(needText).join(', ')}` : 'needed by nothing';
  return [`generation ${contract}`, state, packagesOf(singletons) || 'no runtime', needed].join('  ');
}

async function remove(dataDir: string, contract: number, needs: readonly GenerationNeed[]) {
  const found = needs.filter((need) => need.contract === contract);
  if (found.length > 0)
    throw new Error(
      `generation ${contract} is needed by ${found.map(needText).join(', ')}; expected nothing that needs it`,
    );
  const count = await removeRuntimes(dataDir, contract);
  if (count === 0) throw new Error(`${dataDir} keeps no runtime of generation ${contract}`);
  const line = `removed the runtime of generation ${contract}; shells serve it until they start again`;
  return { lines: [line], json: { done: 'removed', contract } };
}

export const generationsCommand: Command = {
  args: [],
  summary: 'lists the generations of the shared runtime: their versions, and which releases need each',
  options: {
    remove: { type: 'string', value: 'N', help: 'removes what this machine keeps of a generation that nothing needs' },
  },
  async run({ registry, dataDir, options }) {
    const needs = generationNeeds(await registry.read());
    const shell = (await runningShell(dataDir)) ?? (await shellOfSite(process.env.SITE_URL));
    const served = shell?.generations ?? [];
    if (options.remove !== undefined) {
      const contract = wholeNumber('remove', options.remove, 1, 999);
      if (contract === (served[0]?.contract ?? CONTRACT))
        throw new Error(`generation ${contract} is the newest that the shell serves; expected an older one`);
      return remove(dataDir, contract, needs);
    }
    // Of several with one number, the last counts: that of the shell, else the newest.
    const found = (await foundRuntimes(dataDir)).toReversed();
    const generations = generationsOf(
      [...found, ...served],
      needs,
      served.map(({ contract }) => contract),
    );
    return { lines: generations.map(lineOf), json: { generations } };
  },
};
