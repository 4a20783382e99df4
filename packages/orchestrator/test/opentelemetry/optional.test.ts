import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const packageUrl = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, packageUrl), 'utf8');

test('the main entry imports nothing from OpenTelemetry', () => {
  const files = readdirSync(new URL('src', packageUrl), { recursive: true, encoding: 'utf8' });
  const others = files.filter((name) => name.endsWith('.ts') && !name.startsWith('opentelemetry'));
  expect(others).toContain('index.ts');
  expect(others.filter((name) => /from '[^']*opentelemetry/.test(read(`src/${name}`)))).toEqual([]);
});

test('`@opentelemetry/api` is an optional peer dependency', () => {
  const manifest: unknown = JSON.parse(read('package.json'));
  expect(manifest).toMatchObject({
    peerDependencies: { '@opentelemetry/api': '^1.9.0' },
    peerDependenciesMeta: { '@opentelemetry/api': { optional: true } },
  });
  expect(manifest).not.toHaveProperty(['dependencies', '@opentelemetry/api']);
});
