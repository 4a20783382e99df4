import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import type { AdaptRequest } from './adapter.ts';

/** Tokens of what is sent beside the history. */
export interface BesideTokens {
  readonly system: number;
  readonly tools: number;
}

/** Counts what is sent beside the history; what is the same in the next request is not counted again. */
export function besideCounter(
  estimateTokens: TokenEstimator,
): (system: readonly IContent[], beside: AdaptRequest['beside']) => Promise<BesideTokens> {
  const countOnce = (): ((text: string) => Promise<number>) => {
    let last = { text: '', tokens: 0 };
    return async (text) => {
      if (text !== last.text) {
        const entry: IContent = { speaker: 'system', blocks: [{ type: 'text', text }] };
        last = { text, tokens: await estimateTokens([entry]) };
      }
      return last.tokens;
    };
  };
  const leading = countOnce();
  const system = countOnce();
  const tools = countOnce();
  return async (entries, beside = {}) => {
    const said = await leading(
      entries
        .flatMap(({ blocks }) => blocks.map((block) => (block.type === 'text' ? block.text : '')))
        .join('\n'),
    );
    const [instructions, definitions] = [textOf(beside.system), textOf(beside.tools)];
    return {
      system: said + (await system(instructions)),
      tools: await tools(definitions),
    };
  };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : (JSON.stringify(value) ?? '');
}
