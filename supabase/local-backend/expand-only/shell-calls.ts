import { ALL_COLUMNS } from '@ki/shared/contract/database-reads.ts';
import type { FUNCTIONS } from '@ki/shared/data/cache-tags.ts';
import type { Role } from './change.ts';
import type { ReadingRelease } from './releases.ts';

type FunctionName = keyof typeof FUNCTIONS;

/**
 * The functions that shells call, the runtimes that they keep, and the command line, by role. A name that the code calls no
 * longer stays here as long as a runtime that calls it is served.
 */
export const SHELL_CALLS = {
  anon: [
    'account_is_staff',
    'add_origin',
    'add_statement',
    'add_team',
    'canary_release',
    'check_addresses',
    'claim_pictures',
    'claim_sources',
    'claim_uploads',
    'content_versions',
    'create_deploy_token',
    'find_library_picture',
    'finish_source',
    'finish_upload',
    'library_pictures',
    'page_slugs',
    'picture_copies',
    'prepare_remote',
    'promote_release',
    'publish_release',
    'read_counts',
    'read_invitation',
    'read_origins',
    'read_picture',
    'read_preview',
    'read_registry',
    'read_release',
    'read_site',
    'remove_origin',
    'retire_remote',
    'revoke_deploy_token',
    'roll_back_remote',
    'serve_remotes',
    'sign_up_is_open',
    'store_counts',
    'store_picture',
    'store_picture_size',
  ],
  authenticated: ['accept_invitation', 'is_staff'],
} as const satisfies Record<Role, readonly FunctionName[]>;

/** A shell's probe reads them. */
const TABLES = { anon: { categories: ['id'] }, authenticated: {} };

const calledAs = (role: Role): ReadingRelease => ({
  title: 'the shell',
  role,
  reads: {
    tables: TABLES[role],
    embedded: {},
    functions: Object.fromEntries(SHELL_CALLS[role].map((name) => [name, { calls: [], columns: [ALL_COLUMNS] }])),
  },
});

export const shellReads: readonly ReadingRelease[] = [calledAs('anon'), calledAs('authenticated')];
