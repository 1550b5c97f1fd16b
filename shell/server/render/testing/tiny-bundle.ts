import type { PublicRemote } from '@ki/shared/contract/registry.ts';
import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import type { Bundle } from '../messages.ts';

let count = 0;

/** A bundle of this code, with a new version on each call. */
export function bundleOf(code: string): Bundle {
  count += 1;
  return { name: 'mf-tiny', version: String(count), contract: CONTRACT, code: Buffer.from(code) };
}

/** A remote whose page `/tiny` runs the code before it renders; its file `/tiny.txt` holds the code's result. */
export const bundleThat = (deed: string) =>
  bundleOf(`
    const deed = async () => (${deed});
    const said = () => deed().then((got) => 'got ' + String(got), (error) => 'refused: ' + String(error));
    exports.remote = {
      contract: 2,
      id: 'mf-tiny',
      routes: [{ id: 'tiny', path: '/tiny', loader: async () => { await deed(); return null; }, Component: () => 'Guten Tag' }],
      resources: [{ path: '/tiny.txt', respond: async () => new Response(await said()) }],
    };`);

const remote: PublicRemote = {
  version: '1',
  entry: '',
  integrity: '',
  routes: ['/tiny'],
  staffOnly: false,
};

/** A request for the page of such a remote. */
export const pageOf = (bundle: Bundle) => ({
  url: new URL('http://127.0.0.1:3000/tiny'),
  platform: {
    contract: CONTRACT,
    supabase: { url: 'http://127.0.0.1:1', key: 'none' },
    remotes: { 'mf-tiny': remote },
  },
  owner: 'mf-tiny',
  bundle,
});
