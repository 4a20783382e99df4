import { aiSdk } from '@palimpsest/formats/ai-sdk';
import type { Adapter, ReportUsage } from '@palimpsest/adapter';
import type { ModelMessage } from 'ai';
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
 * `memory` finds the step that they continue, and `wholeOf` rebuilds the conversation from it.
 */
export function createPrepareStep(
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
    const isUnchanged = sent.length === messages.length && beginsWith(messages, sent);
    // Then the AI SDK sends its own messages.
    return isUnchanged ? undefined : { messages: [...sent] };
  };
}

type Messages = readonly ModelMessage[];

/** One step: the whole conversation before it, and the messages sent. */
export interface Step {
  readonly whole: Messages;
  readonly sent: Messages;
  readonly report: ReportUsage;
  /** The step it continues. Cleared two steps later, to free memory. */
  before: Step | undefined;
}

/** Tracks the steps of runs in progress by the identity of their messages. */
interface StepMemory {
  /** Adds a step. Of its run, keeps only this step and the previous one. */
  remember(step: Step): void;
  /** Returns the step that the messages continue: the newest one whose messages, as sent or whole, they begin with. */
  find(messages: Messages): Step | undefined;
}

export function createStepMemory(): StepMemory {
  const bySent = new WeakMap<ModelMessage, Step>();
  const byWhole = new WeakMap<ModelMessage, Step>();
  /** The maps with a step, and its key in each. */
  const entriesOf = (step: Step) =>
    [
      [bySent, step.sent.at(-1)],
      [byWhole, step.whole.at(-1)],
    ] as const;
  return {
    remember(step) {
      for (const [steps, last] of entriesOf(step)) if (last !== undefined) steps.set(last, step);
      const old = step.before?.before;
      if (old === undefined) return;
      for (const [steps, last] of entriesOf(old)) {
        if (last !== undefined && steps.get(last) === old) steps.delete(last);
      }
      step.before!.before = undefined;
    },
    find(messages) {
      for (const message of messages.toReversed()) {
        const sent = bySent.get(message);
        if (sent !== undefined && beginsWith(messages, sent.sent)) return sent;
        const whole = byWhole.get(message);
        if (whole !== undefined && beginsWith(messages, whole.whole)) return whole;
      }
      return undefined;
    },
  };
}

/** Returns the whole conversation that the messages continue; the messages themselves without an earlier step. */
export function wholeOf(messages: Messages, before: Step | undefined): Messages {
  if (before === undefined || beginsWith(messages, before.whole)) return messages;
  return before.whole.concat(messages.slice(before.sent.length));
}

function beginsWith(messages: Messages, start: Messages): boolean {
  return start.length <= messages.length && start.every((message, at) => message === messages[at]);
}
