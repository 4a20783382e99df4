import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Test files in the order of the longest they ever took, shortest first: the first failing test
 * ends a mutant, and vitest's own order would begin with the slowest file each time.
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
