import { describeValue, PalimpsestError } from '@palimpsest/core-types';

/** One invalid setting. */
export interface SettingProblem {
  readonly key: string;
  /** The received value. Absent if the key is unknown. */
  readonly value?: unknown;
  /** A description of the accepted values. Absent if the key is unknown. */
  readonly accepted?: string;
  /** A similar known key. */
  readonly suggestion?: string;
}

/** Maximum number of problems in the message, so that it stays readable; `problems` lists all of them. */
const MAX_SHOWN_PROBLEMS = 20;

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
  const lines = problems.slice(0, MAX_SHOWN_PROBLEMS).map(describeProblem);
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
