import { shellBuild } from '@ki/shared/federation/rsbuild.ts';
import { developmentServer } from './server/pages/development.ts';

export default shellBuild(developmentServer);
