import { z } from 'zod';
import { address, duration, isOrigin, list, port, proxies, site, size, wholeNumber } from './setting-types.ts';

interface Meta {
  readonly readBy: string;
  readonly description: string;
  readonly unset?: string;
  readonly isSecret?: boolean;
}

const variable = <Schema extends z.ZodType>(schema: Schema, readBy: string, description: string, more = {}): Schema =>
  schema.meta({ readBy, description, ...more } satisfies Meta);

const secret = (description: string) => variable(z.string().optional(), 'functions', description, { isSecret: true });

const EVERYTHING = 'all';
const SHELL = 'shell';
const BACKEND = 'embedded backend';
const PUBLISHING = '`pnpm remote`, `npm start`';

/** Every environment variable of the platform. docs/environment.md is generated from them. */
export const variables = z.object({
  PORT: variable(port.default(3000), EVERYTHING, 'the shell; the remotes are on the ports after it'),
  HOST: variable(
    z.string().default('127.0.0.1'),
    SHELL,
    'the address that the shell listens on; `0.0.0.0` in a container',
  ),
  DATA_DIR: variable(z.string().default('.data'), EVERYTHING, 'everything that this machine stores'),
  SITE_URL: variable(
    site.optional(),
    'shell, embedded backend',
    'public address of the site: for canonical addresses, feeds, and whether cookies are for https only; where it is not loopback and the backend is, the shell forwards browsers to the backend',
    { unset: '`http://127.0.0.1:PORT`' },
  ),
  SUPABASE_URL: variable(
    address.optional(),
    'shell, `npm start`',
    'with `SUPABASE_PUBLISHABLE_KEY`: a Supabase project. `npm start` then runs no backend of its own; `pnpm shell` needs both',
  ),
  SUPABASE_PUBLISHABLE_KEY: variable(z.string().optional(), 'shell, `npm start`', 'the publishable key of the project'),
  SHELL_TOKEN: variable(
    z.string().optional(),
    SHELL,
    'reads the registry in the database; with a Supabase project `pnpm shell` and `npm start` need one',
    {
      unset: 'of the embedded platform',
      isSecret: true,
    },
  ),
  PICTURES_TOKEN: variable(
    z.string().optional(),
    SHELL,
    'reads uploaded pictures and stores their sizes, in a process of its own; without one no picture of the library is shown',
    {
      unset: 'of the embedded platform',
      isSecret: true,
    },
  ),
  SOURCES_TOKEN: variable(
    z.string().optional(),
    SHELL,
    'stores the text of sources of generated articles, in a process of its own; without one no source is read',
    {
      unset: 'of the embedded platform',
      isSecret: true,
    },
  ),
  REMOTE_TOKEN: variable(
    z.string().optional(),
    PUBLISHING,
    'whose rights commands have at the registry; with a Supabase project needed',
    {
      unset: 'of the embedded platform',
      isSecret: true,
    },
  ),
  STORE: variable(
    z.string().optional(),
    PUBLISHING,
    'where published files are written and read: a folder, or `s3://bucket/path` with the credentials of its vendor',
    { unset: '`DATA_DIR/store`' },
  ),
  STORE_ENDPOINT: variable(
    address.optional(),
    PUBLISHING,
    'the endpoint of a bucket elsewhere; the region is `us-east-1` then, unless `AWS_REGION` is set',
    { unset: 'AWS' },
  ),
  STORE_URL: variable(
    address.optional(),
    PUBLISHING,
    'public address of the store; a bucket needs one, a folder is served on `PORT`+1 by `npm start`',
    {
      unset: 'this machine',
    },
  ),
  TRUSTED_KEYS: variable(
    z.string().default(''),
    'shell, `pnpm remote`, `npm start`',
    'keys by remote, `mf-blog:KEY,mf-admin:KEY1,mf-admin:KEY2`: a release needs the signature of one of them to go live, of mf-admin of two. `none` asks for none; a Supabase project refuses `promote` while it is unset',
  ),
  SHELL_WORKERS: variable(
    wholeNumber(1, 64).default(1),
    SHELL,
    'processes that render pages; one more for each free core, at about 100 MB. Once a live release or a canary is of the generation before, half as many, rounded up, render its pages besides ([generations](ship.md#generations))',
  ),
  METRICS_TOKEN: variable(
    z.string().min(16, 'expected at least 16 characters').optional(),
    SHELL,
    'lets other machines read `/metrics`; at least 16 characters',
    { isSecret: true },
  ),
  TRUSTED_PROXIES: variable(
    proxies,
    'shell, embedded backend',
    'addresses and ranges like `127.0.0.1,10.0.0.0/8` of proxies whose `x-forwarded-for`, `x-forwarded-proto` and `x-request-id` count',
  ),
  OVERRIDE_ORIGINS: variable(
    list.refine((listed) => listed.every(isOrigin), {
      error: 'expected origins like https://dev.example.org, separated by commas',
    }),
    SHELL,
    'origins besides loopback from which a developer may run a remote inside this platform, separated by commas',
  ),
  OVERRIDE_SECRET: variable(
    z.string().min(32, 'expected at least 32 characters').optional(),
    SHELL,
    'signs the cookies of such overrides; at least 32 characters, the same for all shells of a site',
    { unset: 'random at each start', isSecret: true },
  ),
  SUPABASE_PORT: variable(port.default(54_321), BACKEND, 'the port of the embedded backend'),
  DATABASE_URL: variable(
    z.url({ protocol: /^postgres(ql)?$/, error: 'expected postgres://user:password@host:port/database' }).optional(),
    'embedded backend, `npm start`',
    'a PostgreSQL 17 in place of the embedded one. With a Supabase project its connection string, only for inviting',
    { isSecret: true },
  ),
  SEED: variable(
    z.enum(['demo', 'none'], 'expected demo or none').optional(),
    'embedded backend, `npm start`',
    'what a new database begins with: `demo` (content, and on the embedded database the demo account) or `none` (no content; a start prints an invitation). A database that exists keeps what it has',
    { unset: '`demo` on the embedded database, else `none`' },
  ),
  MIGRATIONS: variable(
    z.enum(['checked', 'unchecked'], 'expected checked or unchecked').default('checked'),
    BACKEND,
    'whether a start refuses new migrations that break a live, canary or previous release ([migrations](ship.md#migrations)); `unchecked` applies them all the same',
  ),
  ADMIN_EMAIL: variable(
    z.email('expected an e-mail address like name@example.org').optional(),
    '`npm start`',
    'with `SEED=none` or `DATABASE_URL`: whom a start invites while nobody is staff; unset: whoever has the link. It prints `invitation  ADDRESS`, a link for one use',
  ),
  BACKUP_EVERY: variable(
    duration.optional(),
    'embedded backend, shell',
    'how often the embedded backend makes a backup while it runs, such as `24h` or `30m`, from `1m` to `7d`; unset: never',
  ),
  BACKUP_TO: variable(
    z.string().optional(),
    'embedded backend, shell',
    'the folder of these backups, which must exist; another disk survives this one. Each platform needs a folder of its own',
    { unset: '`DATA_DIR/backups`' },
  ),
  STORAGE_QUOTA: variable(
    size.default(10e9),
    BACKEND,
    'what uploads, staged imports and copies of pictures may take in all, such as `10GB`, `500MB` or a number of bytes; a fifth of it for one account ([room](run.md#room))',
    { unset: '`10GB`' },
  ),
  AUTH_RATE_LIMIT: variable(
    z
      .string()
      .regex(/^\d{1,9}$/, 'expected a whole number of requests in 5 minutes, 0 for no limit')
      .transform(Number)
      .default(30),
    'shell, embedded backend',
    "sign-ins and sign-ups for each address in 5 minutes, and five times as many refreshes; 0 switches this, the slower sign-ins of an account that is guessed at, the share of Realtime's sockets, the limit of functions and the budget of fresh pages off",
  ),
  BROWSER_PATH: variable(
    z.string().optional(),
    '`pnpm remote`',
    'the Chromium in which `check`, `promote` and `canary` open the pages of a release; `none` opens none, and the check says so',
    { unset: 'Chrome or Chromium of this machine' },
  ),
  PERPLEXITY_API_KEY: secret('needed by `web-search`'),
  PERPLEXITY_BASE_URL: variable(address.optional(), 'functions', 'another address with the same API', {
    unset: '`https://api.perplexity.ai`',
  }),
  PERPLEXITY_MODEL: variable(z.string().optional(), 'functions', 'the model that searches', { unset: '`sonar-pro`' }),
  GEMINI_API_KEY: secret('needed by `blog-ideas` and `generate-article`'),
  GEMINI_BASE_URL: variable(address.optional(), 'functions', 'another address with the same API', {
    unset: '`https://generativelanguage.googleapis.com`',
  }),
  GEMINI_MODEL: variable(z.string().optional(), 'functions', 'the model that writes', {
    unset: '`gemini-flash-latest`',
  }),
});

/** The description of a variable for people. */
export const metaOf = (schema: z.ZodType) => schema.meta() as unknown as Meta;

/** Variables without empty ones, which count as unset. */
export const withoutEmpty = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value));

/** Reads variables of the environment. Throws an error that names every wrong variable and the form expected. */
export function readSettings<Schema extends z.ZodObject>(
  schema: Schema,
  environment: NodeJS.ProcessEnv,
): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(withoutEmpty(environment));
  if (success) return data;
  throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
}
