import { defined, OptionError, PalimpsestError } from '@palimpsest/core-types';
import { parseArgs } from 'node:util';

export type Task =
  | { readonly kind: 'help' | 'version' }
  | {
      readonly kind: 'work';
      readonly redis: string;
      readonly config: string;
      readonly queue?: string;
      readonly concurrency?: number;
      readonly timeLimitMs?: number;
    };

export const HELP = `palimpsest-worker --redis URL --config FILE [--queue NAME] [--concurrency N] [--time-limit TIME]

Runs compressions from a queue in Redis until it gets SIGTERM or SIGINT.

  --redis URL         the Redis of the queue: redis:// or rediss:// (default: the variable REDIS_URL)
  --config FILE       a module whose default export has strategies, estimateTokens and, for models, resolveProvider
  --queue NAME        the name of the queue (default: palimpsest-compressions)
  --concurrency N     jobs at the same time (default: 4)
  --time-limit TIME   the maximum time of one run of a job: 500ms, 90s or 2m (default: 120s)
  -h, --help          this text
  -v, --version       the version
`;

/**
 * Parses the command-line arguments.
 *
 * @throws {PalimpsestError} REFUSED when an argument is unknown or missing; {OptionError} for an invalid value
 */
export function readArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Task {
  const values = parsed(argv);
  if (values.help === true) return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };
  const { redis = env['REDIS_URL'], config, queue } = values;
  const { concurrency, 'time-limit': timeLimit } = values;
  if (redis === undefined || redis === '')
    throw refusal('--redis URL is missing, and so is the variable REDIS_URL.');
  if (config === undefined || config === '') throw refusal('--config FILE is missing.');
  return {
    kind: 'work',
    redis,
    config,
    ...defined({
      queue,
      concurrency: concurrency === undefined ? undefined : parseCount(concurrency),
      timeLimitMs: timeLimit === undefined ? undefined : parseTime(timeLimit),
    }),
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        redis: { type: 'string' },
        config: { type: 'string' },
        queue: { type: 'string' },
        concurrency: { type: 'string' },
        'time-limit': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [sentence = ''] = error.message.split(/\.\s|\n/);
    throw refusal(`${sentence.replace(/\.$/, '')}. --help lists the options.`);
  }
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new OptionError('--concurrency', text, 'a whole number from 1 to 999999');
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

function parseTime(text: string): number {
  const [, number, unit] = /^(\d{1,9})(ms|s|m)$/.exec(text) ?? [];
  if (number !== undefined && unit !== undefined) return Number(number) * UNIT_MS[unit]!;
  throw new OptionError('--time-limit', text, 'a whole number with ms, s or m, such as 120s');
}

export function refusal(sentence: string): PalimpsestError {
  return new PalimpsestError(sentence, 'REFUSED');
}
