import type {
  CompressionResult,
  CompressionStrategy,
  IContent,
  Services,
  StrategyPlugin,
} from '@palimpsest/core-types';
import { createStrategy } from '@palimpsest/engine';
import { extractive } from '@palimpsest/strategy-extractive';
import { highDensity } from '@palimpsest/strategy-high-density';
import { middleOut } from '@palimpsest/strategy-middle-out';
import { oneShot } from '@palimpsest/strategy-one-shot';
import { salience } from '@palimpsest/strategy-salience';
import { cleanWindow, topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import { scriptedProvider, testContext, type TestContextOptions } from '@palimpsest/testing';

export { reloaded } from '../../../engine/test/history/reloaded.ts';

/** Every strategy of this package. */
export const MEMBERS: readonly StrategyPlugin[] = [
  salience,
  extractive,
  highDensity,
  topDownTruncation,
  cleanWindow,
  middleOut,
  oneShot,
];

/** Those that reach any target that leaves room for the newest messages. */
export const WITHOUT_MODEL = MEMBERS.filter(({ requiresLLM }) => !requiresLLM);

/** Those that know what people said and asked. */
export const LINE_CHOOSERS: readonly StrategyPlugin[] = [salience, extractive, highDensity];

/** Creates a member with a model that always writes the same short summary. */
function create(plugin: StrategyPlugin, services: Services = {}): CompressionStrategy {
  const model = scriptedProvider(['<state_snapshot>\nGoal: ships.\n</state_snapshot>']);
  return createStrategy(plugin, { model, ...services });
}

export interface Options extends TestContextOptions {
  readonly services?: Services;
}

export async function compress(
  plugin: StrategyPlugin,
  entries: readonly IContent[],
  { services, ...options }: Options = {},
): Promise<CompressionResult> {
  return await create(plugin, services).compress(testContext(entries, options));
}

/** Returns the compressed history, or the given one after a no-op. */
export async function compressed(
  plugin: StrategyPlugin,
  entries: readonly IContent[],
  options?: Options,
): Promise<readonly IContent[]> {
  const result = await compress(plugin, entries, options);
  return result.kind === 'applied' ? result.newHistory : entries;
}

/** Returns all that a model reads of a history. */
export function textOf(entries: readonly IContent[]): string {
  return entries
    .flatMap(({ blocks }) =>
      blocks.map((block) => {
        if (block.type === 'text') return block.text;
        if (block.type !== 'tool_response') return JSON.stringify(block);
        return typeof block.result === 'string' ? block.result : JSON.stringify(block.result);
      }),
    )
    .join('\n');
}
