/** What Stryker's report holds of it. */
export interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

export interface Mutant {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
}

/** How many mutants of a package ended how; `score` is the share of them in percent that a test noticed. */
export interface Score {
  readonly score: number;
  readonly killed: number;
  readonly timeout: number;
  readonly survived: number;
  readonly noCoverage: number;
  readonly total: number;
}

/**
 * Killed and timed out count as noticed, survived and not covered do not. What the compiler or the
 * runner refused is no mutant and counts nowhere.
 */
export function scoreOf(report: Report): Score {
  const mutants = Object.values(report.files).flatMap((file) => file.mutants);
  const ended = (status: string): number =>
    mutants.filter((mutant) => mutant.status === status).length;
  const killed = ended('Killed');
  const timeout = ended('Timeout');
  const survived = ended('Survived');
  const noCoverage = ended('NoCoverage');
  const total = killed + timeout + survived + noCoverage;
  return {
    score: Math.floor((10_000 * (killed + timeout)) / total) / 100,
    killed,
    timeout,
    survived,
    noCoverage,
    total,
  };
}

/** The mutants that no test noticed, one line each. */
export function unnoticed(report: Report): string[] {
  return Object.entries(report.files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(
        ({ status, mutatorName, replacement, location: { start } }) =>
          `${file}:${start.line}:${start.column} ${status} ${mutatorName}: ${replacement}`,
      ),
  );
}
