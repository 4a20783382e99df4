import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { publishedPackages } from '../published-packages.ts';
import { writeReport } from '../api/write-report.ts';

const api = new URL('../../api/', import.meta.url);
const packages = publishedPackages();

test('every published package has a report with all its entry points', () => {
  const files = packages.map(({ name }) => `${name}.md`);
  expect(readdirSync(api).toSorted()).toEqual(files.toSorted());
  for (const { name, entryPoints } of packages) {
    const report = readFileSync(new URL(`${name}.md`, api), 'utf8');
    const titles = [...report.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(titles).toEqual(entryPoints.map(({ specifier }) => specifier));
  }
});

test('a report lists the requirements of a package and the exports of its entry points', () => {
  const entryPoint = {
    specifier: 'part/deep',
    owner: 'part',
    source: '/part/src/deep.ts',
    declarations: '/part/dist/deep.d.ts',
  };
  const manifest = {
    name: 'part',
    version: '1.0.0',
    exports: {},
    files: ['dist'],
    sideEffects: false as const,
    engines: { node: '>=20' },
    bin: { do: './do.js' },
    peerDependencies: { host: '^2', other: '^3' },
    peerDependenciesMeta: { other: { optional: true } },
  };
  const part = { name: 'part', folder: '/part', manifest, entryPoints: [entryPoint] };
  expect(writeReport(part, new Map([[entryPoint, 'export const one: 1;']]))).toBe(
    [
      '# part\n\n- Node: >=20\n- Peer: host ^2\n- Peer: other ^3 (optional)\n- Command: do\n\n',
      '## part/deep\n\n```ts\nexport const one: 1;\n```\n',
    ].join(''),
  );
});
