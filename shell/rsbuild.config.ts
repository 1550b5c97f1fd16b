import { shellBuild } from '@ki/shared/federation/rsbuild.ts';
import { developmentServer } from './server/document/development.ts';

export default shellBuild(developmentServer);
