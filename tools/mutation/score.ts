/** The part of Stryker's report that is used here. */
export interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

export interface Mutant {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
}

/** Number of mutants of a package by outcome; `score` is the percentage that tests detected. */
export interface Score {
  readonly score: number;
  readonly killed: number;
  readonly timeout: number;
  readonly survived: number;
  readonly noCoverage: number;
  readonly total: number;
}

/**
 * Returns the score of a report. Killed and timed out mutants count as detected, survived and uncovered ones do not. Mutants that the compiler
 * or the runner rejected do not count.
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

/** Returns the mutants that no test detected, one line each. */
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
