/**
 * A test runner for Stryker that loads the tests of the package in PALIMPSEST_MUTATED once and calls them itself, the quickest first. A
 * mutant costs what its tests cost, where starting vitest for each costs a second and more: this is what lets packages with thousands of
 * mutants be tested at all. Files named `hostile…` are left out: they ask for nothing but that a megabyte of something ends.
 */
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join } from 'node:path';
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
const here = root(process.cwd());
const mutated = root(join(process.cwd(), 'packages', process.env['PALIMPSEST_MUTATED'] ?? ''));
/** The checkout that `node_modules` leads to, where this is a copy of it. */
const original = root(dirname(realpathSync('node_modules')));
const standIn = new URL('vitest.ts', import.meta.url).href;

/** Counts how often the sources were loaded: each time they are other modules. */
let generation = 0;

/** Modules of the mutated package as JavaScript: to take the types out costs more than to load what is left. */
const stripped = new Map<string, string>();

function isMutated(url: string): boolean {
  return url.startsWith(mutated) && !url.includes('/node_modules/');
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'vitest' && context.parentURL?.startsWith(standIn) !== true) {
      return { url: standIn, shortCircuit: true };
    }
    const found = next(specifier, context);
    const url = found.url.startsWith(here) ? found.url : found.url.replace(original, here);
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
  const scope = globalThis as unknown as Record<string, Instrumentation | undefined>;
  const instrumentation = (scope[NAMESPACE] ??= {});
  const slowest = new Map<string, number>();
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
      instrumentation.hitLimit = hitLimit;
      instrumentation.hitCount = hitLimit === undefined ? undefined : 0;
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
        .toSorted((a, b) => (slowest.get(idOf(a)) ?? 0) - (slowest.get(idOf(b)) ?? 0));
      let nrOfTests = 0;
      for (const test of list) {
        nrOfTests += 1;
        const failureMessage = await failureOf(test);
        if (hitLimit !== undefined && (instrumentation.hitCount ?? 0) > hitLimit) {
          return { status: 'timeout', reason: `hit limit ${hitLimit}` };
        }
        if (failureMessage !== undefined) {
          return { status: 'killed', killedBy: [idOf(test)], failureMessage, nrOfTests };
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
