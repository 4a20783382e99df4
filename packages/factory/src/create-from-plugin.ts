import {
  CompressionStrategyError,
  PalimpsestError,
  type CompressionStrategy,
  type StrategyPlugin,
  type StrategyServices,
} from '@palimpsest/core-types';

type ErrorCode = 'STRATEGY_CREATE_FAILED' | 'STRATEGY_CYCLE' | 'STRATEGY_NAME_MISMATCH';

const SELF_EXPLANATORY: ReadonlySet<string> = new Set<ErrorCode>([
  'STRATEGY_CREATE_FAILED',
  'STRATEGY_CYCLE',
  'STRATEGY_NAME_MISMATCH',
]);

/**
 * Creates the strategy of a plugin, and checks it.
 *
 * @param underway names of the strategies whose creation in the same registry is under way, innermost last
 * @throws {CompressionStrategyError} `STRATEGY_CREATE_FAILED`, `STRATEGY_CYCLE`, `STRATEGY_NAME_MISMATCH`
 */
export function createFromPlugin(
  plugin: StrategyPlugin,
  underway: string[],
  services: StrategyServices,
): CompressionStrategy {
  const { name } = plugin;
  const fail = (code: ErrorCode, message: string, cause?: unknown): CompressionStrategyError =>
    new CompressionStrategyError(message, code, { strategy: name, cause });
  if (underway.includes(name)) {
    const chain = [...underway.slice(underway.indexOf(name)), name].join(' → ');
    const advice = 'Ask for the other strategy in compress() instead of create().';
    throw fail('STRATEGY_CYCLE', `Strategies need each other to be created: ${chain}. ${advice}`);
  }
  underway.push(name);
  try {
    const strategy: unknown = plugin.create(services);
    if (!isStrategy(strategy)) throw new TypeError('create() returned no strategy');
    if (strategy.name === name) return strategy;
    throw fail(
      'STRATEGY_NAME_MISMATCH',
      `Strategy plugin "${name}" created a strategy named ${JSON.stringify(strategy.name)}. Name both the same.`,
    );
  } catch (error) {
    if (PalimpsestError.isInstance(error) && SELF_EXPLANATORY.has(error.code)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Strategy "${name}" could not be created: ${reason}`;
    throw fail('STRATEGY_CREATE_FAILED', message, error);
  } finally {
    underway.pop();
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
