import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Sorts test files by their longest duration so far, shortest first: the first failing test ends a mutant, and vitest's own order starts with
 * the slowest file.
 */
export default class QuickFilesFirst extends BaseSequencer {
  readonly #longest = new Map<string, number>();

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    for (const file of files) {
      const taken = this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
      this.#longest.set(file.moduleId, Math.max(taken, this.#longest.get(file.moduleId) ?? 0));
    }
    return files.toSorted(
      (left, right) => this.#longest.get(left.moduleId)! - this.#longest.get(right.moduleId)!,
    );
  }
}
