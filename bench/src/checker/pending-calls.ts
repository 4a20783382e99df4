import type { Report } from './rule.ts';

/** The calls of one model turn, and what answered them. */
export class PendingCalls {
  readonly #report: Report;
  /** Positions of unanswered calls, by id or name. */
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

  /** Reports what is unanswered here. Later answers come too late. */
  close(): void {
    for (const [key, indices] of this.#open) {
      for (const index of indices) this.#report('call-without-result', index, `call "${key}"`);
    }
    this.#open = new Map();
  }
}
