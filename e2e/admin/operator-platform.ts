import { cp } from 'node:fs/promises';
import path from 'node:path';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';

/** A platform with a registry of its own, which operators may change. */
export interface OperatorPlatform extends Pick<OwnPlatform, 'url' | 'registry' | 'stop'> {
  /** Publishes a remote's live release as another version, which it returns. */
  readonly publishAgain: (remote: string, version: string) => Promise<string>;
  /** The version of a remote that visitors get. */
  readonly versionOf: (remote: string) => Promise<string | undefined>;
}

export async function startOperatorPlatform(): Promise<OperatorPlatform> {
  const { url, registry, dataDir, stop } = await startOwnPlatform({ dataDir: dataDirOfPlatform() });
  return {
    url,
    registry,
    stop,
    async publishAgain(remote, version) {
      const live = (await registry.read()).remotes[remote]?.live;
      if (!live) throw new Error(`${remote} is not live`);
      const store = path.join(dataDir, 'store', remote);
      await cp(path.join(store, live.version), path.join(store, version), { recursive: true });
      await registry.publish({ ...live, version });
      return version;
    },
    async versionOf(remote) {
      const answer = await fetch(`${url}/platform.json`);
      return (await answer.json()).remotes[remote]?.version;
    },
  };
}
