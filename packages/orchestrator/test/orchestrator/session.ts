import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import { createRegistry, type StrategyRegistry } from '@palimpsest/factory';
import { createSettings } from '@palimpsest/factory/settings';
import { highDensity } from '@palimpsest/strategy-high-density';
import { salience } from '@palimpsest/strategy-salience';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import {
  createConversationHistory,
  createOrchestrator,
  type ConversationHistory,
  type Orchestrator,
} from '../../src/index.ts';
import type { OrchestratorOptions } from '../../src/orchestrator/orchestrator.ts';

/** Estimates one token per four characters of the JSON of the blocks. */
export const estimateTokens: TokenEstimator = (entries) =>
  entries.reduce((sum, { blocks }) => sum + Math.ceil(JSON.stringify(blocks).length / 4), 0);

export function registry(): StrategyRegistry {
  return createRegistry().register(salience).register(highDensity).register(topDownTruncation);
}

export interface Session {
  readonly history: ConversationHistory;
  readonly orchestrator: Orchestrator;
  /** Read at each request. */
  readonly settings: Record<string, unknown>;
  /** Current time in ms. */
  readonly clock: { now: number };
}

/** Creates an orchestrator with strategies that need no model and a settable clock. */
export function session(
  overrides: Record<string, unknown> = {},
  options: Partial<OrchestratorOptions> = {},
): Session {
  const strategies = registry();
  const history = options.history ?? createConversationHistory();
  const clock = { now: 1_000_000 };
  const orchestrator = createOrchestrator({
    strategies,
    estimateTokens,
    settings: createSettings({ overrides, specs: () => strategies.settingSpecs() }),
    now: () => clock.now,
    ...options,
    history,
  });
  return { history, orchestrator, settings: overrides, clock };
}

export const human = (text: string): IContent => ({
  speaker: 'human',
  blocks: [{ type: 'text', text }],
});

/** Returns a shell call and its result of about `tokens` tokens. */
export function exchange(id: string, tokens: number): [IContent, IContent] {
  const lines: string[] = [];
  for (let at = 0; lines.length * 7 < tokens; at += 1) lines.push(`step ${id} ${at} went well`);
  return [
    {
      speaker: 'ai',
      blocks: [
        { type: 'text', text: `I run ${id}.` },
        { type: 'tool_call', id, name: 'bash', parameters: { command: `make ${id}` } },
      ],
    },
    {
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: id, toolName: 'bash', result: lines.join('\n') }],
    },
  ];
}

/** Like `exchange`, with signed reasoning before the call. */
export function thought(id: string, tokens: number): [IContent, IContent] {
  const [call, result] = exchange(id, tokens);
  const block = { type: 'thinking', thought: 'I had better look.', signature: 'c2lnbmVk' } as const;
  return [{ ...call, blocks: [block, ...call.blocks] }, result];
}
