import type { Adapter } from '@palimpsest/adapter';
import type { ModelMessage } from 'ai';
import { beginsWith, createStepMemory, wholeOf } from './step-memory.ts';
import { usageStats, type CountedUsage } from './usage-stats.ts';

/** What is read of a step; the AI SDK gives more. */
export interface StepToPrepare {
  readonly messages: readonly ModelMessage[];
  /** Steps before this one, with what the provider counted. */
  readonly steps?: readonly { readonly usage?: CountedUsage }[];
  readonly model?: string | { readonly modelId: string };
  /** Version 6 does not give them. */
  readonly instructions?: unknown;
}

export interface PreparedStep {
  readonly messages: ModelMessage[];
}

/**
 * Prepares steps from all that was said, whatever the version goes on with: version 7 goes on with what was sent, version 6 with what it
 * was given.
 */
export function stepPreparer(
  adapter: Adapter,
): (step: StepToPrepare) => Promise<PreparedStep | undefined> {
  const memory = createStepMemory();
  return async ({ messages, steps = [], model, instructions }) => {
    const before = memory.find(messages);
    const usage = usageStats(steps.at(-1)?.usage);
    if (usage !== undefined) before?.report(usage);
    const whole = wholeOf(messages, before);
    const modelId = typeof model === 'string' ? model : model?.modelId;
    const { messages: sent, report } = await adapter.adapt('ai-sdk', whole, {
      ...(modelId === undefined ? {} : { model: modelId }),
      ...(instructions === undefined ? {} : { beside: { system: instructions } }),
    });
    memory.remember({ whole, sent, report, before });
    const isSame = sent.length === messages.length && beginsWith(messages, sent);
    return isSame ? undefined : { messages: [...sent] };
  };
}
