import type { Report } from './rule.ts';

/** The calls of one model turn and their results. */
export class PendingCalls {
  readonly #report: Report;
  /** Message indices of pending calls, by id or name. */
  #open = new Map<string, number[]>();
  readonly #answered = new Set<string>();

  constructor(report: Report) {
    this.#report = report;
  }

  get isEmpty(): boolean {
    return this.#open.size === 0;
  }

  call(key: string, index: number): void {
    this.#open.set(key, [...(this.#open.get(key) ?? []), index]);
  }

  answer(key: string, index: number): void {
    const [, ...rest] = this.#open.get(key) ?? [];
    if (!this.#open.has(key)) {
      const rule = this.#answered.has(key) ? 'duplicate-result' : 'result-without-call';
      this.#report(rule, index, `result for "${key}"`);
      return;
    }
    if (rest.length === 0) this.#open.delete(key);
    else this.#open.set(key, rest);
    this.#answered.add(key);
  }

  /** Reports the pending calls. Later results do not count. */
  close(): void {
    for (const [key, indices] of this.#open) {
      for (const index of indices) this.#report('call-without-result', index, `call "${key}"`);
    }
    this.#open = new Map();
  }
}
