import { remoteBuild } from '@ki/shared/federation/rsbuild.ts';

// Both pages share most of their code; as a chunk of its own it would be one more request of the matrix.
export default remoteBuild('mf-matrix', { splitChunks: { minSize: 60_000 } });
