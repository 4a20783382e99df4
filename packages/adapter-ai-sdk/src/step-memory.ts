import type { ReportUsage } from '@palimpsest/adapter';
import type { ModelMessage } from 'ai';

type Messages = readonly ModelMessage[];

/** One request of a run: the whole conversation, and the messages that were sent for it. */
export interface Step {
  readonly whole: Messages;
  readonly sent: Messages;
  readonly report: ReportUsage;
  /** The step that this one continues. Cleared two steps later, to free memory. */
  previous: Step | undefined;
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
  /** Returns the two maps, each with the key of a step. */
  const listKeys = (step: Step) =>
    [
      [bySent, step.sent.at(-1)],
      [byWhole, step.whole.at(-1)],
    ] as const;
  return {
    remember(step) {
      for (const [steps, last] of listKeys(step)) if (last !== undefined) steps.set(last, step);
      const old = step.previous?.previous;
      if (old === undefined) return;
      for (const [steps, last] of listKeys(old)) {
        if (last !== undefined && steps.get(last) === old) steps.delete(last);
      }
      step.previous!.previous = undefined;
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
export function rebuildConversation(messages: Messages, previous: Step | undefined): Messages {
  if (previous === undefined || beginsWith(messages, previous.whole)) return messages;
  return previous.whole.concat(messages.slice(previous.sent.length));
}

export function beginsWith(messages: Messages, start: Messages): boolean {
  return (
    start.length <= messages.length && start.every((message, index) => message === messages[index])
  );
}
