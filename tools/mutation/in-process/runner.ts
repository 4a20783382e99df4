/**
 * A Stryker test runner that loads the tests of the package in PALIMPSEST_MUTATED once and calls them directly: first those that killed a
 * mutant recently, then the fastest. A mutant costs only its tests, without the second or more that starting vitest takes, so that packages
 * with thousands of mutants can be tested. Skips files named `hostile…`: they only check that processing a megabyte ends.
 */
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CollectedTests, collecting, type CollectedTest } from './collected-tests.ts';

/** Name of the global object that tells mutated code the active mutant. */
const NAMESPACE = '__stryker__';

/** State shared with mutated code, under Stryker's names. */
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
/** The folder that is mutated, in Stryker's copy of the repository, and the same folder of the checkout, to which `node_modules` links. */
interface Folders {
  readonly mutated: string;
  readonly original: string;
}

/** Set by `createRunner`: Stryker changes to the copy after it has loaded its plugins. */
let folders: Folders = { mutated: 'unknown:', original: 'unknown:' };
const standIn = new URL('vitest.ts', import.meta.url).href;

/** Maximum number of times that one test may reach the mutant; more count as an endless loop. */
const MAX_HITS = 1_000_000;

/** Number of times the sources were loaded; each load creates new modules. */
let generation = 0;

/** Modules of the mutated package as JavaScript, by URL: stripping the types takes longer than loading the result. */
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

/** Creates a test runner; Stryker calls this. */
function createRunner(): object {
  const name = `packages/${process.env['PALIMPSEST_MUTATED'] ?? ''}`;
  const checkout = dirname(realpathSync('node_modules'));
  folders = { mutated: root(resolve(name)), original: root(join(checkout, name)) };
  const scope = globalThis as unknown as Record<string, Instrumentation | undefined>;
  const instrumentation = (scope[NAMESPACE] ??= {});
  const slowest = new Map<string, number>();
  /** When a test last killed a mutant, counted in kills: the same test often kills neighbouring mutants. */
  const lastKill = new Map<string, number>();
  let kills = 0;
  let tests: readonly CollectedTest[] = [];
  let isStatic = false;

  /** Runs a test and returns its failure; `undefined` if it passed. */
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
      instrumentation.hitLimit = Math.min(hitLimit ?? Infinity, MAX_HITS);
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

/** The export that Stryker expects of a plugin. */
export const strykerPlugins: readonly object[] = [
  { kind: 'TestRunner', name: 'in-process', factory: createRunner },
];
