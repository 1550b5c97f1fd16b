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

const text = z.string().optional();

const secret = (description: string) => variable(text, 'functions', description, { isSecret: true });

const ofPlatform = (readBy: string, description: string) =>
  variable(text, readBy, description, { unset: 'of the embedded platform', isSecret: true });

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
    'public address of the site: canonical addresses, feeds, cookies for https only; if it is not loopback and the backend is, the shell forwards browsers to the backend',
    { unset: '`http://127.0.0.1:PORT`' },
  ),
  SUPABASE_URL: variable(
    address.optional(),
    'shell, `npm start`',
    'a Supabase project, with the next one; `npm start` then runs no backend, `pnpm shell` needs both',
  ),
  SUPABASE_PUBLISHABLE_KEY: variable(text, 'shell, `npm start`', 'the publishable key of the project'),
  SHELL_TOKEN: ofPlatform(SHELL, 'reads the registry; needed with a Supabase project'),
  PICTURES_TOKEN: ofPlatform(
    SHELL,
    'copies pictures of other hosts and makes sizes of uploads; without one pages show neither',
  ),
  SOURCES_TOKEN: ofPlatform(SHELL, 'stores the text of sources of articles; without one no source is read'),
  REMOTE_TOKEN: ofPlatform(PUBLISHING, 'whose rights commands have at the registry; needed with a Supabase project'),
  STORE: variable(
    text,
    PUBLISHING,
    'where published files are: a folder, or `s3://bucket/path` with the credentials of its vendor',
    { unset: '`DATA_DIR/store`' },
  ),
  STORE_ENDPOINT: variable(
    address.optional(),
    PUBLISHING,
    'endpoint of a bucket elsewhere, in `us-east-1` unless `AWS_REGION` is set',
    { unset: 'AWS' },
  ),
  STORE_URL: variable(
    address.optional(),
    PUBLISHING,
    'public address of the store; a bucket needs one, `npm start` serves a folder on `PORT`+1',
    { unset: 'this machine' },
  ),
  TRUSTED_KEYS: variable(
    z.string().default(''),
    'shell, `pnpm remote`, `npm start`',
    '[keys](ship.md#signatures) by remote, `mf-blog:KEY,mf-admin:KEY1,mf-admin:KEY2`, whose signature a release needs to go live; `none` asks for none',
  ),
  SHELL_WORKERS: variable(
    wholeNumber(1, 64).default(1),
    SHELL,
    'processes that render pages, one for each core at most, about 100 MB each; half as many, rounded up, besides for a live release or canary of the [generation](ship.md#generations) before',
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
    'addresses and ranges like `127.0.0.1,10.0.0.0/8` of [proxies](run.md#proxies) whose `x-forwarded-for`, `x-forwarded-proto` and `x-request-id` count',
  ),
  OVERRIDE_ORIGINS: variable(
    list.refine((listed) => listed.every(isOrigin), {
      error: 'expected origins like https://dev.example.org, separated by commas',
    }),
    SHELL,
    'origins besides loopback, separated by commas, from which a developer may run a remote inside this platform',
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
    '[a PostgreSQL 17](run.md#your-own-postgresql) in place of the embedded one; with a Supabase project its connection string, only for inviting',
    { isSecret: true },
  ),
  SEED: variable(
    z.enum(['demo', 'none'], 'expected demo or none').optional(),
    'embedded backend, `npm start`',
    'what a new database begins with: `demo` (content, embedded with the demo account) or `none` (a start prints an [invitation](run.md#one-machine))',
    { unset: '`demo` on the embedded database, else `none`' },
  ),
  MIGRATIONS: variable(
    z.enum(['checked', 'unchecked'], 'expected checked or unchecked').default('checked'),
    BACKEND,
    'whether a start refuses new [migrations](ship.md#migrations) that break a release; `unchecked` applies them all the same',
  ),
  ADMIN_EMAIL: variable(
    z.email('expected an e-mail address like name@example.org').optional(),
    '`npm start`',
    'whom a start invites while nobody is staff, with `SEED=none` or `DATABASE_URL`; unset: whoever has the link',
  ),
  BACKUP_EVERY: variable(
    duration.optional(),
    'embedded backend, shell',
    'how often a [backup](run.md#backups) is made, such as `24h` or `30m`, from `1m` to `7d`; unset: never',
  ),
  BACKUP_TO: variable(
    text,
    'embedded backend, shell',
    'the folder of these backups, which must exist and be of this platform alone',
    { unset: '`DATA_DIR/backups`' },
  ),
  STORAGE_QUOTA: variable(
    size.default(10e9),
    BACKEND,
    'what uploads, staged imports and copies of pictures may take ([room](run.md#room)), such as `10GB`, `500MB` or a number of bytes',
    { unset: '`10GB`' },
  ),
  AUTH_RATE_LIMIT: variable(
    z
      .string()
      .regex(/^\d{1,9}$/, 'expected a whole number of requests in 5 minutes, 0 for no limit')
      .transform(Number)
      .default(30),
    'shell, embedded backend',
    "sign-ins and sign-ups for each address in 5 minutes, and five times as many refreshes; 0 switches off this, slower sign-ins of an account that is guessed at, the share of Realtime's sockets, the limit of functions and the budget of fresh pages",
  ),
  BROWSER_PATH: variable(
    text,
    '`pnpm remote`',
    'the Chromium in which `check`, `promote` and `canary` open pages; `none` opens none, and the check says so',
    { unset: 'Chrome or Chromium of this machine' },
  ),
  PERPLEXITY_API_KEY: secret('needed by `web-search`'),
  PERPLEXITY_BASE_URL: variable(address.optional(), 'functions', 'another address with the same API', {
    unset: '`https://api.perplexity.ai`',
  }),
  PERPLEXITY_MODEL: variable(text, 'functions', 'the model that searches', { unset: '`sonar-pro`' }),
  GEMINI_API_KEY: secret('needed by `blog-ideas` and `generate-article`'),
  GEMINI_BASE_URL: variable(address.optional(), 'functions', 'another address with the same API', {
    unset: '`https://generativelanguage.googleapis.com`',
  }),
  GEMINI_MODEL: variable(text, 'functions', 'the model that writes', {
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
