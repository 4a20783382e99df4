import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { publishedPackages } from '../published-packages.ts';
import { assertPublishesTo, formatNpmrc, onlyLoopback } from '../release/only-loopback.ts';

const LOCAL = 'http://127.0.0.1:4873/';
const folder = mkdtempSync(join(tmpdir(), 'only-loopback-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const npmrc = join(folder, '.npmrc');

/** `pnpm` is on the path only if it started the tests. */
const programs = ['npm', 'pnpm'].filter(
  (program) => spawnSync(program, ['--version']).error === undefined,
);

test('the configuration and the login of a person do not reach a rehearsed publication', () => {
  writeFileSync(npmrc, formatNpmrc(LOCAL, 'a-token'));
  const person = {
    ...process.env,
    npm_config_registry: 'https://example.org/',
    'npm_config_@palimpsest:registry': 'https://example.org/',
    NODE_AUTH_TOKEN: 'of a person',
  };
  const env = onlyLoopback(person, npmrc);
  expect(JSON.stringify(env)).not.toMatch(/example\.org|of a person/);
  assertPublishesTo(LOCAL, folder, env, programs);
});

test('nothing is published if a package manager would use another registry', () => {
  const other = formatNpmrc(LOCAL, 'a-token').replace(
    /^@palimpsest.*$/m,
    '@palimpsest:registry=https://example.org/',
  );
  writeFileSync(npmrc, other);
  const env = onlyLoopback(process.env, npmrc);
  expect(() => assertPublishesTo(LOCAL, folder, env, programs)).toThrow(
    'would use another @palimpsest:registry',
  );
  expect(() => assertPublishesTo('https://example.org/', folder, env, programs)).toThrow(
    'on this machine',
  );
});

// Only reads: what is shown is that no request leaves the machine.
test.each(programs)('%s reaches no other machine', (program) => {
  writeFileSync(npmrc, formatNpmrc(LOCAL, 'a-token').replaceAll(LOCAL, 'https://example.org/'));
  const env = onlyLoopback(process.env, npmrc);
  const view = () =>
    execFileSync(program, ['view', 'left-pad', 'version'], { cwd: folder, env, stdio: 'pipe' });
  expect(view).toThrow(/ECONNREFUSED|connection refused/i);
});

test('no manifest names a registry, which would come before every configuration', () => {
  const named = publishedPackages().filter(
    ({ manifest }) => 'registry' in Object(Reflect.get(manifest, 'publishConfig')),
  );
  expect(named).toEqual([]);
});
