export { connect, reader } from '@ki/shared/data/clients.ts';
export { PAGE_STATE_ID } from './app/page-state.ts';
export { render } from './app/render.tsx';
export { ownerOf } from './remotes/owner.ts';
export { singletons } from './remotes/singletons.ts';
