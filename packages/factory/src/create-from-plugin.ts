import {
  CompressionStrategyError,
  PalimpsestError,
  type CompressionStrategy,
  type StrategyPlugin,
  type StrategyServices,
} from '@palimpsest/core-types';

type ErrorCode = 'STRATEGY_CREATE_FAILED' | 'STRATEGY_CYCLE' | 'STRATEGY_NAME_MISMATCH';

/** Errors of this function, which a strategy passes on if it creates another one: they are not wrapped again. */
const OWN_CODES: ReadonlySet<string> = new Set<ErrorCode>([
  'STRATEGY_CREATE_FAILED',
  'STRATEGY_CYCLE',
  'STRATEGY_NAME_MISMATCH',
]);

/**
 * Creates the strategy of a plugin, and checks it.
 *
 * @param pending names of the strategies that the same registry is creating now, innermost last
 * @throws {CompressionStrategyError} `STRATEGY_CREATE_FAILED`, `STRATEGY_CYCLE`, `STRATEGY_NAME_MISMATCH`
 */
export function createFromPlugin(
  plugin: StrategyPlugin,
  pending: string[],
  services: StrategyServices,
): CompressionStrategy {
  const { name } = plugin;
  const toError = (code: ErrorCode, message: string, cause?: unknown): CompressionStrategyError =>
    new CompressionStrategyError(message, code, { strategy: name, cause });
  if (pending.includes(name)) {
    const chain = [...pending.slice(pending.indexOf(name)), name].join(' → ');
    const advice = 'Ask for the other strategy in compress() instead of create().';
    throw toError(
      'STRATEGY_CYCLE',
      `Strategies need each other to be created: ${chain}. ${advice}`,
    );
  }
  pending.push(name);
  try {
    const strategy: unknown = plugin.create(services);
    if (!isStrategy(strategy)) throw new TypeError('create() returned no strategy');
    if (strategy.name === name) return strategy;
    throw toError(
      'STRATEGY_NAME_MISMATCH',
      `Strategy plugin "${name}" created a strategy named ${JSON.stringify(strategy.name)}. Name both the same.`,
    );
  } catch (error) {
    if (PalimpsestError.isInstance(error) && OWN_CODES.has(error.code)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Strategy "${name}" could not be created: ${reason}`;
    throw toError('STRATEGY_CREATE_FAILED', message, error);
  } finally {
    pending.pop();
  }
}

function isStrategy(value: unknown): value is CompressionStrategy {
  return (
    typeof value === 'object' &&
    value !== null &&
    'compress' in value &&
    typeof value.compress === 'function'
  );
}
