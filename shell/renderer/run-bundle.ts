import vm from 'node:vm';
import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { ContractMismatch } from '../src/remotes/problem.ts';

export type Singletons = Readonly<Record<string, unknown>>;

/** Runs a remote's server bundle with the shell's singletons and nothing else of Node.js, and hands out its module. */
export function runBundle(code: string, filename: string, singletons: Singletons): RemoteModule {
  const require = (name: string) => {
    if (!Object.hasOwn(singletons, name))
      throw new Error(`${filename} requires ${name}, which the shell does not share`);
    return singletons[name];
  };
  const main = vm.compileFunction(code, ['module', 'exports', 'require'], { filename });
  const module: { exports: { remote?: RemoteModule } } = { exports: {} };
  main(module, module.exports, require);
  const { remote } = module.exports;
  if (!remote) throw new Error(`${filename} exports no remote`);
  if (remote.contract !== CONTRACT) throw new ContractMismatch(filename, remote.contract, CONTRACT);
  return remote;
}
