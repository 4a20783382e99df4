import { describeValue, PalimpsestError } from '@palimpsest/core-types';

/** One setting that could not be accepted. */
export interface SettingProblem {
  readonly key: string;
  /** What was given. Absent where the key itself is unknown. */
  readonly value?: unknown;
  /** What would have been right, in words. Absent where the key itself is unknown. */
  readonly accepted?: string;
  /** A known key that looks like the unknown one. */
  readonly suggestion?: string;
}

/** More would not help a person; `problems` has them all. */
const PROBLEMS_SHOWN = 20;

/** Settings that could not be accepted, all of them at once. */
export class SettingError extends PalimpsestError {
  override readonly name: string = 'SettingError';
  readonly problems: readonly SettingProblem[];

  constructor(problems: readonly SettingProblem[]) {
    super(describeProblems(problems), 'INVALID_SETTING');
    this.problems = problems;
  }
}

function describeProblems(problems: readonly SettingProblem[]): string {
  const lines = problems.slice(0, PROBLEMS_SHOWN).map(describeProblem);
  if (lines.length === 1) return `Invalid setting: ${lines[0]}`;
  const rest = problems.length - lines.length;
  if (rest > 0) lines.push(`and ${rest} more.`);
  return [`${problems.length} invalid settings:`, ...lines].join('\n- ');
}

function describeProblem({ key, value, accepted, suggestion }: SettingProblem): string {
  const shownKey = describeValue(key);
  if (accepted !== undefined) {
    const seen = value === undefined ? 'is not set' : `is ${describeValue(value)}`;
    return `${shownKey} must be ${accepted}, but ${seen}.`;
  }
  const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
  return `${shownKey} is not a known setting.${hint}`;
}
