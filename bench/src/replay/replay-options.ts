import { parseArgs } from 'node:util';
import { oneOf } from '../one-of.ts';
import { HALVES, type Half } from '../retention/families.ts';
import { POLICIES } from './policies.ts';
import type { Policy } from './policy.ts';
import { WINDOWS, type WindowName } from './replay-corpus.ts';
import { PROVIDER_NAMES, TABLES, type PriceName } from './price-tables.ts';

export interface ReplayOptions {
  readonly isSample: boolean;
  readonly windows: readonly WindowName[];
  readonly prices: readonly PriceName[];
  readonly policies: readonly Policy[];
  readonly settings: Readonly<Record<string, unknown>>;
  /** Sessions of one half only: `tune` was used to choose the defaults. @default both */
  readonly half: Half | undefined;
  /** Whether nothing is omitted or overridden. */
  readonly isWhole: boolean;
}

const WINDOW_NAMES = Object.keys(WINDOWS) as WindowName[];
const PRICE_NAMES = Object.keys(TABLES) as PriceName[];

/** Options as on the command line. */
export const REPLAY_OPTIONS = {
  sample: { type: 'boolean' },
  window: { type: 'string', multiple: true },
  prices: { type: 'string', multiple: true },
  policy: { type: 'string', multiple: true },
  half: { type: 'string' },
  set: { type: 'string', multiple: true },
} as const;

/**
 * Parses `--sample`, `--window 32k`, `--prices anthropic` (default: those of all providers; `local` has seconds), `--policy nothing`, `--half
 * judge` and `--set key=value`; `--window`, `--prices`, `--policy` and `--set` may be repeated. A setting's value is parsed as JSON if
 * possible; otherwise it is a text.
 *
 * @throws {Error} with the valid choices, when one is unknown
 */
export function readReplayOptions(given: readonly string[]): ReplayOptions {
  const { values } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: REPLAY_OPTIONS,
  });
  const { sample = false, window = [], prices = [], policy = [], half, set = [] } = values;
  const names = chosen(
    'policy',
    policy,
    POLICIES.map((one) => one.name),
  );
  return {
    isSample: sample,
    windows: chosen('window', window, WINDOW_NAMES),
    prices: prices.length === 0 ? PROVIDER_NAMES : chosen('prices', prices, PRICE_NAMES),
    policies: POLICIES.filter((one) => names.includes(one.name)),
    settings: Object.fromEntries(set.map(readSetting)),
    half: half === undefined ? undefined : oneOf('half', half, HALVES),
    isWhole:
      !sample &&
      half === undefined &&
      [window, prices, policy, set].every((one) => one.length === 0),
  };
}

/** Returns the named choices; all if none are named. */
function chosen<Name extends string>(
  option: string,
  given: readonly string[],
  names: readonly Name[],
): readonly Name[] {
  return given.length === 0 ? names : given.map((one) => oneOf(option, one, names));
}

function readSetting(text: string): [string, unknown] {
  const split = text.indexOf('=');
  if (split < 1) throw new Error(`--set: expected key=value, got ${text}.`);
  const value = text.slice(split + 1);
  try {
    return [text.slice(0, split), JSON.parse(value)];
  } catch {
    return [text.slice(0, split), value];
  }
}
