import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { variables } from '../shared/process/settings.ts';

interface Service {
  readonly init?: boolean;
  readonly network_mode?: string;
  readonly environment: Readonly<Record<string, string | number>>;
  readonly networks: string[] | Readonly<Record<string, { readonly ipv4_address: string }>>;
}
const text = readFileSync(new URL('../compose.yaml', import.meta.url), 'utf8');
const { services } = parse(text, { merge: true }) as { readonly services: Readonly<Record<string, Service>> };

const networksOf = ({ networks }: Service) => (Array.isArray(networks) ? networks : Object.keys(networks));

const serviceNamed = (name: string): Service => {
  const service = services[name];
  if (!service) throw new Error(`compose.yaml has no service ${name}`);
  return service;
};

const addressOf = ({ networks }: Service) => (Array.isArray(networks) ? '' : Object.values(networks)[0]?.ipv4_address);

test.each(['shell-1', 'shell-2'])('%s trusts the proxy alone, which is in no process of its own', (name) => {
  const [proxy, shell] = [serviceNamed('caddy'), serviceNamed(name)];
  expect(shell.environment).toMatchObject({ HOST: addressOf(shell), TRUSTED_PROXIES: addressOf(proxy) });
  expect(proxy.environment.SHELLS).toContain(`${addressOf(shell)}:${shell.environment.PORT}`);
  expect(variables.shape.PORT.parse(String(shell.environment.PORT))).toBe(shell.environment.PORT);
});

test.each([
  ['pictures', 'PICTURES_TOKEN'],
  ['sources', 'SOURCES_TOKEN'],
])('%s, which reads bytes of strangers, shares neither a network nor a token with a shell', (name, token) => {
  const service = serviceNamed(name);
  expect(Object.keys(service.environment)).toEqual(['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', token]);
  const ofShell = networksOf(serviceNamed('shell-1'));
  expect(networksOf(service).filter((network) => ofShell.includes(network))).toEqual([]);
});

/** An init takes exits of orphans. */
const CONFINED = { init: true, read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };

test.each(['shell-1', 'shell-2', 'pictures', 'sources'])(
  '%s writes to its volume alone, has no capability, no loopback of another, and an init',
  (name) => {
    expect(serviceNamed(name)).toMatchObject(CONFINED);
    expect(serviceNamed(name).network_mode).toBeUndefined();
  },
);

test('the image runs as a user without rights, in its last stage', () => {
  const dockerfile = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8');
  expect(dockerfile.split(/^FROM /m).at(-1)).toMatch(/^USER node$/m);
});

test('a start without TRUSTED_KEYS is refused', () => {
  expect(serviceNamed('shell-1').environment.TRUSTED_KEYS).toMatch(/^\$\{TRUSTED_KEYS:\?/);
});
