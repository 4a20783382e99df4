import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BUDGETS } from '../bytes/budgets.ts';
import { ENTRY_POINTS } from '../bytes/entry-points.ts';
import { measureImport, measureShares, type Size } from '../bytes/measure-import.ts';
import { MISSED } from '../bytes/missed.ts';
import { readShares } from '../bytes/shares-table.ts';
import { nameOf, readSizes } from '../bytes/sizes-table.ts';

const page = readFileSync(new URL('../../docs/sizes.md', import.meta.url), 'utf8');
const written = readSizes(page);

const rows = BUDGETS.map((budget) => ({ budget, title: nameOf(budget) }));

/** Maximum relative deviation of a size from the page. */
const SLACK = 0.03;

describe.each(rows)('$title', ({ budget, title }) => {
  const measured = measureImport(budget);

  test.each(['own', 'whole'] as const)('keeps its %s budget', async (kind) => {
    const kilobytes = (await measured)[kind] / 1_000;
    const allowed = budget[kind] ?? Number.POSITIVE_INFINITY;
    const held = MISSED[title]?.[kind];
    expect(kilobytes).toBeLessThan(held ?? allowed);
    // A budget that is met must not be listed as missed.
    expect(held !== undefined).toBe(kilobytes >= allowed);
  });

  test('matches docs/sizes.md; otherwise run `pnpm sizes`', async () => {
    const size = await measured;
    const said: Size = written.get(title) ?? { own: Number.NaN, whole: Number.NaN };
    for (const kind of ['own', 'whole'] as const) {
      const off = Math.abs(size[kind] - said[kind]);
      expect(off).toBeLessThanOrEqual(Math.max(SLACK * size[kind], 100));
    }
  });
});

test.each(BUDGETS.filter(({ name }) => name !== undefined))(
  'docs/sizes.md says what each package takes of $name; otherwise run `pnpm sizes`',
  async (budget) => {
    const said = readShares(page).get(budget.name!);
    const shares = await measureShares(budget);
    expect([...said!.keys()]).toEqual(expect.arrayContaining([...shares.keys()]));
    for (const [owner, bytes] of said!) {
      const off = Math.abs(bytes - (shares.get(owner) ?? 0));
      expect(off).toBeLessThanOrEqual(Math.max(SLACK * bytes, 200));
    }
  },
);

test('docs/sizes.md lists exactly the imports that have a budget', () => {
  expect([...written.keys()].toSorted()).toEqual(rows.map(({ title }) => title).toSorted());
});

test('every missed budget belongs to an import that has a budget', () => {
  const titles = rows.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(Object.keys(MISSED)));
});

test('each preset of tools has its own entry', () => {
  const folder = new URL('../../packages/tool-taxonomy/src/presets/', import.meta.url);
  const entries = ENTRY_POINTS.map(({ specifier }) => specifier);
  const presets = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''));
  expect(presets).not.toEqual([]);
  for (const preset of presets)
    expect(entries).toContain(`@palimpsest/tool-taxonomy/presets/${preset}`);
});

test.each([
  '@palimpsest/factory/settings',
  '@palimpsest/orchestrator',
  '@palimpsest/compat-llxprt',
])('%s brings no container along', async (specifier) => {
  const owners = [...(await measureShares({ specifier })).keys()];
  expect(owners).toContain('@palimpsest/factory');
  expect(owners).not.toContain('tsyringe');
  expect(owners).not.toContain('reflect-metadata');
});

test('counts imported packages only in the size with everything it imports', async () => {
  const preset = await measureImport({
    specifier: '@palimpsest/tool-taxonomy/presets/pi',
  });
  const entry = await measureImport({ specifier: '@palimpsest/tool-taxonomy' });
  expect(preset.own).toBe(preset.whole);
  expect(entry.own).toBeLessThan(entry.whole);
});

test('rejects an import that no published package offers', async () => {
  await expect(measureImport({ specifier: '@palimpsest/nowhere' })).rejects.toThrow(
    'No published package has the entry @palimpsest/nowhere.',
  );
});
