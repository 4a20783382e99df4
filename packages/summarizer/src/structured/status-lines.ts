/** Words that tell how a run went. Most lines hold none, which one look tells. */
const ANY =
  /pass|fail|err|warn|skip|test|total|duration|[✓✔✗✘✖×✕]|总计|合计|合計|итого|失败|失敗|错误|錯誤|エラー|ошибк|خطأ|فشل|警告|предупрежд|تحذير|通过|成功|пройден|نجح/i;

/** What a line says, the counts of a whole run first. */
const KINDS: readonly RegExp[] = [
  /\b\d{1,9} (?:tests? )?(?:passed|passing|failed|failing|failures?|errors?|warnings?|skipped|total|tests?)\b|\b(?:total|duration)\b\D{0,40}\d|总计|合计|合計|итого/i,
  /\b(?:fail(?:s|ed|ing|ures?)?|errors?)\b|[a-z]Error\b|[✗✘✖×✕]|失败|失敗|错误|錯誤|エラー|ошибк|خطأ|فشل/i,
  /\bwarn(?:s|ings?)?\b|警告|предупрежд|تحذير/i,
  /\b(?:pass(?:es|ed|ing)?|tests?|total|duration)\b|[✓✔]|通过|成功|пройден|نجح/i,
];
const TOTALS = 0;
const FAILURES = 1;

/** Lines of a summary, at most. */
const MOST_LINES = 3;

/** Picks up to three different lines that tell how a run went: failures before what passed, and its totals. */
export class StatusLines {
  readonly #byKind: readonly Set<string>[] = KINDS.map(() => new Set());

  /** @param said the part of the line that may say it */
  add(line: string, said: string): void {
    if (!ANY.test(said)) return;
    const kind = KINDS.findIndex((pattern) => pattern.test(said));
    const lines = this.#byKind[kind];
    if (lines !== undefined && lines.size < MOST_LINES) lines.add(line);
  }

  /**
   * In the order of need: failures, totals, warnings, what passed.
   *
   * @param wanted lines that come before all others
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
