import { fileURLToPath } from 'node:url';
import { remoteBuild } from '@ki/shared/federation/rsbuild.ts';

const stream = fileURLToPath(new URL('src/workflows/model/file-text/doc/node-stream.ts', import.meta.url));

// word-extractor reads .doc files in the browser too, where there are no streams of Node.js.
export default remoteBuild('mf-admin', { resolve: { alias: { stream } } });
