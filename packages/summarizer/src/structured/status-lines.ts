/** Words that state the outcome of a run. A quick check: most lines contain none. */
const ANY =
  /pass|fail|err|warn|skip|test|total|duration|[✓✔✗✘✖×✕]|总计|合计|合計|итого|失败|失敗|错误|錯誤|エラー|ошибк|خطأ|فشل|警告|предупрежд|تحذير|通过|成功|пройден|نجح/i;

/** Kinds of outcome lines; totals of a whole run first. */
const KINDS: readonly RegExp[] = [
  /\b\d{1,9} (?:tests? )?(?:passed|passing|failed|failing|failures?|errors?|warnings?|skipped|total|tests?)\b|\b(?:total|duration)\b\D{0,40}\d|总计|合计|合計|итого/i,
  /\b(?:fail(?:s|ed|ing|ures?)?|errors?)\b|[a-z]Error\b|[✗✘✖×✕]|失败|失敗|错误|錯誤|エラー|ошибк|خطأ|فشل/i,
  /\bwarn(?:s|ings?)?\b|警告|предупрежд|تحذير/i,
  /\b(?:pass(?:es|ed|ing)?|tests?|total|duration)\b|[✓✔]|通过|成功|пройден|نجح/i,
];
const TOTALS = 0;
const FAILURES = 1;

/** Maximum number of lines of a summary. */
const MOST_LINES = 3;

/** Selects up to three different lines that state the outcome of a run: failures before passes, and totals. */
export class StatusLines {
  readonly #byKind: readonly Set<string>[] = KINDS.map(() => new Set());

  /**
   * Adds a line.
   *
   * @param said the part of the line that may state an outcome
   */
  add(line: string, said: string): void {
    if (!ANY.test(said)) return;
    const kind = KINDS.findIndex((pattern) => pattern.test(said));
    const lines = this.#byKind[kind];
    if (lines !== undefined && lines.size < MOST_LINES) lines.add(line);
  }

  /**
   * Returns lines by priority: failures, totals, warnings, passes.
   *
   * @param wanted lines that come first
   */
  pick(wanted: readonly string[] = []): string[] {
    return [...new Set([...wanted, ...this.#ranked()])].slice(0, MOST_LINES);
  }

  #ranked(): string[] {
    const totals = [...this.#byKind[TOTALS]!];
    const failures = [...this.#byKind[FAILURES]!].slice(0, MOST_LINES - Math.min(totals.length, 1));
    const others = this.#byKind.slice(FAILURES + 1).flatMap((lines) => [...lines]);
    return [...failures, ...totals, ...others].slice(0, MOST_LINES);
  }
}
