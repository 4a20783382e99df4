import { describeValue, PalimpsestError } from '@palimpsest/core-types';

/** One invalid setting. */
export interface SettingProblem {
  readonly key: string;
  /** The received value. Absent if the key is unknown. */
  readonly value?: unknown;
  /** What was expected, in words. Absent if the key is unknown. */
  readonly accepted?: string;
  /** A similar known key. */
  readonly suggestion?: string;
}

/** A message with more problems would not help; `problems` lists all of them. */
const PROBLEMS_SHOWN = 20;

/** Thrown for invalid settings; it lists all of them. */
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
