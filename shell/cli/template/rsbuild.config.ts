import { remoteBuild } from '@ki/shared/federation/rsbuild.ts';

export default remoteBuild('mf-template');
