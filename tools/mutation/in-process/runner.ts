/**
 * A test runner for Stryker that loads the tests of the package in PALIMPSEST_MUTATED once and calls them itself, those first that killed a
 * mutant of late, then the quickest. A
 * mutant costs what its tests cost, where starting vitest for each costs a second and more: this is what lets packages with thousands of
 * mutants be tested at all. Files named `hostile…` are left out: they ask for nothing but that a megabyte of something ends.
 */
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CollectedTests, collecting, type CollectedTest } from './collected-tests.ts';

/** The global object through which mutated code is told which mutant it is. */
const NAMESPACE = '__stryker__';

/** What mutated code asks and tells, in the names Stryker gives it. */
interface Instrumentation {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: unknown;
}

interface MutantRun {
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
  readonly activeMutant: { readonly id: string };
  readonly mutantActivation: 'runtime' | 'static';
  readonly reloadEnvironment: boolean;
}

const root = (path: string): string => pathToFileURL(`${path}/`).href;
/** The folder that is mutated, and the one of the checkout, where a copy of the whole is mutated: `node_modules` leads there. */
interface Folders {
  readonly mutated: string;
  readonly original: string;
}

/** Stryker goes to the copy after it has loaded its plugins. */
let folders: Folders = { mutated: 'unknown:', original: 'unknown:' };
const standIn = new URL('vitest.ts', import.meta.url).href;

/** A loop that comes to its mutant as often as this within one test is taken to have no end. */
const MOST_HITS = 1_000_000;

/** Counts how often the sources were loaded: each time they are other modules. */
let generation = 0;

/** Modules of the mutated package as JavaScript: to take the types out costs more than to load what is left. */
const stripped = new Map<string, string>();

function isMutated(url: string): boolean {
  return url.startsWith(folders.mutated) && !url.includes('/node_modules/');
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'vitest' && context.parentURL?.startsWith(standIn) !== true) {
      return { url: standIn, shortCircuit: true };
    }
    const found = next(specifier, context);
    const url = found.url.replace(folders.original, folders.mutated);
    return isMutated(url) && !url.includes('?') ? { ...found, url: `${url}?${generation}` } : found;
  },
  load(url, context, next) {
    const [file, query] = url.split('?');
    if (query === undefined || !isMutated(url) || !file!.endsWith('.ts')) return next(url, context);
    const source =
      stripped.get(file!) ?? stripTypeScriptTypes(readFileSync(fileURLToPath(file!), 'utf8'));
    stripped.set(file!, source);
    return { format: 'module', source, shortCircuit: true };
  },
});

/** Makes a runner, as Stryker asks a plugin to. */
function createRunner(): object {
  const name = `packages/${process.env['PALIMPSEST_MUTATED'] ?? ''}`;
  const checkout = dirname(realpathSync('node_modules'));
  folders = { mutated: root(resolve(name)), original: root(join(checkout, name)) };
  const scope = globalThis as unknown as Record<string, Instrumentation | undefined>;
  const instrumentation = (scope[NAMESPACE] ??= {});
  const slowest = new Map<string, number>();
  /** When a test last killed a mutant, counted in kills: its neighbours often die of the same. */
  const lastKill = new Map<string, number>();
  let kills = 0;
  let tests: readonly CollectedTest[] = [];
  let isStatic = false;

  /** Runs one test and says what went wrong. */
  async function failureOf(test: CollectedTest): Promise<string | undefined> {
    const began = performance.now();
    try {
      await test.call();
      return undefined;
    } catch (error) {
      return error instanceof Error ? (error.stack ?? error.message) : String(error);
    } finally {
      const took = performance.now() - began;
      slowest.set(idOf(test), Math.max(took, slowest.get(idOf(test)) ?? 0));
    }
  }

  return {
    capabilities: () => ({ reloadEnvironment: true }),

    async dryRun() {
      instrumentation.mutantCoverage = { static: {}, perTest: {} };
      tests = await loadTests((generation += 1));
      const results: object[] = [];
      for (const test of tests) {
        const id = idOf(test);
        instrumentation.currentTestId = id;
        const failureMessage = await failureOf(test);
        instrumentation.currentTestId = undefined;
        const result = { id, name: test.name, fileName: test.file, timeSpentMs: slowest.get(id) };
        results.push(
          failureMessage === undefined
            ? { ...result, status: 0 }
            : { ...result, status: 1, failureMessage },
        );
      }
      const { mutantCoverage } = instrumentation;
      return { status: 'complete', tests: results, mutantCoverage };
    },

    async mutantRun(run: MutantRun) {
      const { activeMutant, hitLimit, testFilter, mutantActivation, reloadEnvironment } = run;
      const needsLoading = reloadEnvironment || isStatic || tests.length === 0;
      isStatic = mutantActivation === 'static';
      instrumentation.hitLimit = Math.min(hitLimit ?? Infinity, MOST_HITS);
      instrumentation.hitCount = 0;
      instrumentation.activeMutant = isStatic ? activeMutant.id : undefined;
      if (needsLoading) {
        try {
          tests = await loadTests((generation += 1));
        } catch (error) {
          return { status: 'error', errorMessage: String(error) };
        }
      }
      instrumentation.activeMutant = activeMutant.id;
      const wanted = testFilter === undefined ? undefined : new Set(testFilter);
      const list = tests
        .filter((test) => wanted?.has(idOf(test)) !== false)
        .map((test) => ({ test, id: idOf(test) }))
        .toSorted(
          (a, b) =>
            (lastKill.get(b.id) ?? 0) - (lastKill.get(a.id) ?? 0) ||
            (slowest.get(a.id) ?? 0) - (slowest.get(b.id) ?? 0),
        );
      let nrOfTests = 0;
      for (const { test, id } of list) {
        nrOfTests += 1;
        instrumentation.hitCount = 0;
        const failureMessage = await failureOf(test);
        if (instrumentation.hitCount > instrumentation.hitLimit) {
          return { status: 'timeout', reason: `hit limit ${instrumentation.hitLimit}` };
        }
        if (failureMessage !== undefined) {
          lastKill.set(id, (kills += 1));
          return { status: 'killed', killedBy: [id], failureMessage, nrOfTests };
        }
      }
      return { status: 'survived', nrOfTests };
    },
  };
}

async function loadTests(version: number): Promise<readonly CollectedTest[]> {
  const collected = new CollectedTests();
  collecting.into = collected;
  await import(`${new URL('../bounded-tests.ts', import.meta.url).href}?${version}`);
  const folder = join(process.cwd(), 'packages', process.env['PALIMPSEST_MUTATED'] ?? '', 'test');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!name.endsWith('.test.ts') || basename(name).startsWith('hostile')) continue;
    const file = join(folder, name);
    collected.openFile(file);
    await import(`${pathToFileURL(file).href}?${version}`);
  }
  return collected.tests;
}

function idOf({ file, name }: CollectedTest): string {
  return `${file}#${name}`;
}

createRunner.inject = [] as const;

/** What Stryker looks for in a plugin. */
export const strykerPlugins: readonly object[] = [
  { kind: 'TestRunner', name: 'in-process', factory: createRunner },
];
