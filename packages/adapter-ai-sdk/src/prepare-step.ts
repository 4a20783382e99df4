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

/** Prepares steps from the whole conversation. Version 7 continues with the sent messages, version 6 with the given ones. */
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
