import { aiSdk } from '@palimpsest/formats/ai-sdk';
import type { Adapter } from '@palimpsest/adapter';
import type { ModelMessage } from 'ai';
import { beginsWith, createStepMemory, wholeOf } from './step-memory.ts';
import { usageStats, type CountedUsage } from './usage-stats.ts';

/** The part of a step that is read; the AI SDK passes more. */
export interface StepToPrepare {
  readonly messages: readonly ModelMessage[];
  /** Earlier steps with their token usage. */
  readonly steps?: readonly { readonly usage?: CountedUsage }[];
  readonly model?: string | { readonly modelId: string };
  /** Absent in version 6. */
  readonly instructions?: unknown;
}

export interface PreparedStep {
  readonly messages: ModelMessage[];
}

/**
 * Creates a `prepareStep` function. The AI SDK passes the messages that the previous step sent (version 7), or the original ones (version 6);
 * `memory` finds the whole conversation in both cases.
 */
export function stepPreparer(
  adapter: Adapter,
): (step: StepToPrepare) => Promise<PreparedStep | undefined> {
  const memory = createStepMemory();
  return async ({ messages, steps = [], model, instructions }) => {
    const previous = memory.find(messages);
    const usage = usageStats(steps.at(-1)?.usage);
    if (usage !== undefined) previous?.report(usage);
    const whole = wholeOf(messages, previous);
    const { messages: sent, report } = await adapter.adapt(aiSdk, whole, {
      model: typeof model === 'string' ? model : model?.modelId,
      beside: { system: instructions },
    });
    memory.remember({ whole, sent, report, before: previous });
    const isSame = sent.length === messages.length && beginsWith(messages, sent);
    return isSame ? undefined : { messages: [...sent] };
  };
}
