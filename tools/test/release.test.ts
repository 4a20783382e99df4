import { afterEach, expect, test, vi } from 'vitest';
import { startLoopbackRegistry, type LoopbackRegistry } from '../release/loopback-registry.ts';

const token = 'a-token';
const MINUTE = 60_000;
const TARBALL = 'any bytes';

let registry: LoopbackRegistry;
afterEach(() => registry.close());

async function start(options: { readonly lifetimeMs?: number } = {}): Promise<void> {
  registry = await startLoopbackRegistry({ token, lifetimeMs: MINUTE, ...options });
}

/** Publishes as npm and pnpm do, and returns the status. */
async function publish(version: string, authorization = `Bearer ${token}`): Promise<number> {
  const name = '@palimpsest/part';
  const body = {
    name,
    versions: { [version]: { name, version, repository: { url: 'git+https://a/b.git' } } },
    _attachments: { any: { data: Buffer.from(TARBALL).toString('base64') } },
  };
  const { status } = await fetch(`${registry.url}@palimpsest%2fpart`, {
    method: 'PUT',
    headers: { authorization },
    body: JSON.stringify(body),
  });
  return status;
}

interface Packument {
  readonly 'dist-tags': { readonly latest: string };
  readonly versions: Readonly<Record<string, { readonly dist: { readonly tarball: string } }>>;
}

async function read(name: string): Promise<Packument> {
  return (await (await fetch(`${registry.url}${name}`)).json()) as Packument;
}

test('serves published versions, the newest as the latest', async () => {
  await start();
  expect(await publish('1.0.0')).toBe(201);
  expect(await publish('1.1.0')).toBe(201);
  const { versions, 'dist-tags': tags } = await read('@palimpsest%2fpart');
  expect(tags).toEqual({ latest: '1.1.0' });
  const tarball = await fetch(versions['1.0.0']!.dist.tarball);
  expect(await tarball.text()).toBe(TARBALL);
  expect(registry.published).toEqual(['@palimpsest/part@1.0.0', '@palimpsest/part@1.1.0']);
});

test('rejects a version that is already published, and a publication without the token', async () => {
  await start();
  expect(await publish('1.0.0', 'Bearer another')).toBe(401);
  expect(await publish('1.0.0')).toBe(201);
  expect(await publish('1.0.0')).toBe(403);
  expect(registry.published).toHaveLength(1);
});

test('listens on this machine only, and stops after its lifetime', async () => {
  await start({ lifetimeMs: 50 });
  expect(new URL(registry.url).hostname).toBe('127.0.0.1');
  await vi.waitFor(() => expect(fetch(registry.url)).rejects.toThrow('fetch failed'), 10_000);
});
