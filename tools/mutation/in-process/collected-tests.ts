/** What a test function is told about its own run. */
interface TestContext {
  readonly task: { readonly name: string };
  /** Ends the test at once where the condition holds. */
  readonly skip: (condition: boolean) => void;
}

type Run = (context: TestContext) => unknown;

export interface CollectedTest {
  readonly file: string;
  /** Different for each test of a file. */
  readonly name: string;
  readonly call: () => Promise<void>;
}

const SKIPPED = Symbol('skipped');

/** Hooks that were there when a test was collected, and those that its file adds behind it. */
interface Hooks {
  readonly before: Run[];
  readonly after: Run[];
}

/** Tests in the order they are written down, by the file that is being loaded. */
export class CollectedTests {
  readonly tests: CollectedTest[] = [];
  /** Hooks of all files: those of setup files. */
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

/** Where the stand-in for vitest puts what it is given. */
export const collecting: { into: CollectedTests } = { into: new CollectedTests() };
