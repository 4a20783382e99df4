/** Context that a test function receives. */
interface TestContext {
  readonly task: { readonly name: string };
  /** Ends the test at once if the condition holds. */
  readonly skip: (condition: boolean) => void;
}

type Run = (context: TestContext) => unknown;

export interface CollectedTest {
  readonly file: string;
  /** Unique within the file. */
  readonly name: string;
  readonly call: () => Promise<void>;
}

const SKIPPED = Symbol('skipped');

/** Hooks of one file: those of the setup files, then those that the file adds. */
interface Hooks {
  readonly before: Run[];
  readonly after: Run[];
}

/** Collects tests in source order, for the file that is being loaded. */
export class CollectedTests {
  readonly tests: CollectedTest[] = [];
  /** Hooks of the setup files, which apply to all files. */
  readonly #shared: Hooks = { before: [], after: [] };
  #hooks: Hooks = this.#shared;
  #file = '';
  #suites: string[] = [];
  readonly #taken = new Map<string, number>();

  openFile(file: string): void {
    this.#file = file;
    this.#hooks = { before: [...this.#shared.before], after: [...this.#shared.after] };
    this.#taken.clear();
  }

  suite(name: string, define: () => void): void {
    this.#suites.push(name);
    define();
    this.#suites.pop();
  }

  before(hook: Run): void {
    this.#hooks.before.push(hook);
  }

  after(hook: Run): void {
    this.#hooks.after.push(hook);
  }

  add(title: string, run: Run): void {
    const path = [...this.#suites, title].join(' > ');
    const taken = this.#taken.get(path) ?? 0;
    this.#taken.set(path, taken + 1);
    const name = taken === 0 ? path : `${path} (${taken})`;
    const hooks = this.#hooks;
    this.tests.push({ file: this.#file, name, call: () => call(run, hooks, name) });
  }
}

async function call(run: Run, { before, after }: Hooks, name: string): Promise<void> {
  const context: TestContext = {
    task: { name },
    skip(condition) {
      if (condition) throw SKIPPED;
    },
  };
  try {
    for (const hook of before) await hook(context);
    await run(context);
  } catch (error) {
    if (error !== SKIPPED) throw error;
  } finally {
    for (const hook of after) await hook(context);
  }
}

/** The collection that the stand-in for vitest adds tests to. */
export const collecting: { into: CollectedTests } = { into: new CollectedTests() };
