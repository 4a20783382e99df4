import type { AdaptResult } from '@palimpsest/adapter';
import type { ModelMessage } from 'ai';

type Messages = readonly ModelMessage[];

/** A step: all that was said before it, and what was sent of it. */
export interface Step {
  readonly whole: Messages;
  readonly sent: Messages;
  readonly report: AdaptResult<ModelMessage>['report'];
  /** The step it goes on from. */
  before: Step | undefined;
}

/** Knows the steps of runs that go on, by the objects of their messages. */
export interface StepMemory {
  /** Remembers a step, and forgets all but the one before it. */
  remember(step: Step): void;
  /** The step that messages go on from. */
  find(messages: Messages): Step | undefined;
}

export function createStepMemory(): StepMemory {
  const bySent = new WeakMap<ModelMessage, Step>();
  const byWhole = new WeakMap<ModelMessage, Step>();
  const places = (step: Step) =>
    [
      [bySent, step.sent.at(-1)],
      [byWhole, step.whole.at(-1)],
    ] as const;
  return {
    remember(step) {
      for (const [steps, last] of places(step)) if (last !== undefined) steps.set(last, step);
      const old = step.before?.before;
      if (old === undefined) return;
      for (const [steps, last] of places(old)) {
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

/** All that was said until now, where messages go on from what a step was given or sent. */
export function wholeOf(messages: Messages, before: Step | undefined): Messages {
  if (before === undefined || beginsWith(messages, before.whole)) return messages;
  return before.whole.concat(messages.slice(before.sent.length));
}

export function beginsWith(messages: Messages, start: Messages): boolean {
  return start.length <= messages.length && start.every((message, at) => message === messages[at]);
}
