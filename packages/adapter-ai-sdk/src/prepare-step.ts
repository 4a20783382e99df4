import { aiSdk } from '@palimpsest/formats/ai-sdk';
import type { Adapter } from '@palimpsest/adapter';
import type { ModelMessage } from 'ai';
import { beginsWith, createStepMemory, rebuildConversation } from './step-memory.ts';
import { readUsage, type CountedUsage } from './usage-stats.ts';

/** The part of a step that is read; the AI SDK passes more. */
export interface StepToPrepare {
  readonly messages: readonly ModelMessage[];
  /** Earlier steps with their token usage. */
  readonly steps?: readonly { readonly usage?: CountedUsage }[];
  readonly model?: string | { readonly modelId: string };
  /** `undefined` in version 6. */
  readonly instructions?: unknown;
}

export interface PreparedStep {
  readonly messages: ModelMessage[];
}

/**
 * Creates a `prepareStep` function. The AI SDK passes the messages that the previous step sent (version 7), or the original ones (version 6);
 * `memory` finds the step that they continue, and `rebuildConversation` rebuilds the conversation from it.
 */
export function createPrepareStep(
  adapter: Adapter,
): (step: StepToPrepare) => Promise<PreparedStep | undefined> {
  const memory = createStepMemory();
  return async ({ messages, steps = [], model, instructions }) => {
    const previous = memory.find(messages);
    const usage = readUsage(steps.at(-1)?.usage);
    if (usage !== undefined) previous?.report(usage);
    const whole = rebuildConversation(messages, previous);
    const { messages: sent, report } = await adapter.adapt(aiSdk, whole, {
      model: typeof model === 'string' ? model : model?.modelId,
      overhead: { system: instructions },
    });
    memory.remember({ whole, sent, report, previous });
    const isUnchanged = sent.length === messages.length && beginsWith(messages, sent);
    // `undefined` lets the AI SDK send its own messages.
    return isUnchanged ? undefined : { messages: [...sent] };
  };
}
