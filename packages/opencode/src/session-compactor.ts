import { pi } from '@palimpsest/formats/pi';
import {
  createCompactor,
  createSchedule,
  describeCompaction,
  recordText,
  splitCompaction,
  type ScheduleOptions,
  type SessionRules,
} from '@palimpsest/host';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import type { SessionMessage } from './opencode-types.ts';
import { applyCompaction, UNCHANGED } from './apply-compaction.ts';
import { isCommand } from './rule-messages.ts';
import { toTranscript } from './transcript.ts';

/** Tokens of system prompt and tools until the provider counted a request: what opencode 1.18.33 sends without other plugins. */
const OVERHEAD = 8_000;

/** Result of one request. */
interface Rewritten {
  readonly messages: readonly SessionMessage[];
  /** A line for the person, if this request was compacted. */
  readonly note?: string;
}

/** Shortens the requests of one session. opencode stores the uncut messages and hands them over before each request. */
export interface SessionCompactor {
  /** Returns the messages to send. Compacts when they take too much of the window, in tokens, and repeats the last compaction. */
  rewrite(
    messages: readonly SessionMessage[],
    window: number,
    rules: () => Promise<SessionRules>,
  ): Promise<Rewritten>;
  /** Returns a text that stands for messages that opencode is about to replace by a summary. A window of 0 is unknown. */
  summarize(
    messages: readonly SessionMessage[],
    window: number,
    rules: SessionRules,
  ): Promise<string>;
  /** Describes what a compaction would remove now. A window of 0 is unknown. */
  preview(
    messages: readonly SessionMessage[],
    window: number,
    rules: SessionRules,
  ): Promise<string>;
  /** Makes the next request compact what stands before the newest message of the person with a text, and all later ones repeat it. */
  compactBefore(text: string): void;
  /** Returns whether the model may have seen a marker of a compaction in this process. */
  hasShortened(): boolean;
  /** Sends everything again, until `resume`. */
  pause(): void;
  resume(): void;
  /** Describes what was done, for a person. */
  describe(): string;
}

/** @throws {OptionError} when an option is invalid */
export function createSessionCompactor(options: ScheduleOptions): SessionCompactor {
  const schedule = createSchedule(options);
  const lines: string[] = [];
  let applied = UNCHANGED;
  let isPaused = false;
  let before: string | undefined;
  let overhead = OVERHEAD;
  /** The last answer when a request was sent, and what the messages of the request take. */
  let sent: { readonly answer: string | undefined; readonly estimate: number } | undefined;

  return {
    async rewrite(messages, window, rules) {
      if (isPaused) return { messages };
      const answer = messages.findLast(({ info }) => (info.tokens?.input ?? 0) > 0)?.info;
      if (sent !== undefined && answer?.tokens !== undefined && answer.id !== sent.answer) {
        const { input, cache } = answer.tokens;
        overhead = Math.max(0, input + cache.read + cache.write - sent.estimate);
      }
      const edited = applyCompaction(messages, applied);
      const estimate = countTokens(edited);
      sent = { answer: answer?.id, estimate };
      const wanted = before;
      before = undefined;
      if (wanted === undefined && !schedule.isDue(overhead + estimate, window))
        return { messages: edited };
      const target = schedule.targetOf(window) - overhead;
      const done =
        wanted === undefined
          ? await compact(messages, target, await rules())
          : await compactBefore(messages, wanted, await rules());
      if (done === undefined) {
        return { messages: edited, note: `No message of yours after the first has "${wanted}".` };
      }
      const { transcript, compacted, report } = done;
      if (wanted !== undefined && report.kind === 'noop') {
        return { messages: edited, note: describeCompaction(report) };
      }
      const { text, tailStart, changed } = splitCompaction(transcript, compacted);
      const first = transcript[tailStart]?.messageID;
      applied = { ...(text !== undefined && { text, first }), results: [...changed.values()] };
      const after = applyCompaction(messages, applied);
      sent = { answer: answer?.id, estimate: countTokens(after) };
      schedule.record(overhead + sent.estimate, window);
      if (report.kind === 'noop') return { messages: after };
      const note = describeCompaction(report);
      lines.push(note);
      return { messages: after, note };
    },
    async summarize(messages, window, rules) {
      // Where the window is unknown, the conversation is taken to fill it.
      const target = schedule.targetOf(window === 0 ? countTokens(messages) : window);
      // opencode keeps its newest messages in addition to the summary, so it gets half of the room.
      const compactTo = (given: SessionRules) => compact(messages, target / 2, given);
      const wished = await compactTo(rules);
      // A summary above the target could make opencode compact again at once, without end.
      const isTooLong = rules.keep.length > 0 && wished.report.tokensAfter > target;
      const { compacted, report } = isTooLong ? await compactTo({ ...rules, keep: [] }) : wished;
      applied = UNCHANGED;
      const exception = isTooLong ? ' Without the rules of /keep: what they name is too long.' : '';
      lines.push(describeCompaction(report) + exception);
      return recordText(pi.decode(compacted));
    },
    async preview(messages, window, rules) {
      const size = window === 0 ? countTokens(messages) : window;
      return await createCompactor({ codec: pi }).preview(toTranscript(messages), {
        targetTokens: Math.max(1, schedule.targetOf(size) - overhead),
        rules,
      });
    },
    compactBefore(text) {
      before = text;
      isPaused = false;
    },
    hasShortened: () => lines.length > 0,
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
    },
    describe() {
      const state = isPaused
        ? 'Everything is sent as it is stored (/palimpsest on compacts again).'
        : 'Compaction without a model is on; /palimpsest undo sends everything again.';
      return [state, ...lines].join('\n');
    },
  };
}

function countTokens(messages: readonly SessionMessage[]): number {
  return estimateEntryTokens(pi.decode(toTranscript(messages)));
}

/** Compacts what stands before the newest message of the person with a text, other than those of commands. */
async function compactBefore(
  messages: readonly SessionMessage[],
  text: string,
  rules: SessionRules,
) {
  const transcript = toTranscript(messages.filter((message) => !isCommand(message)));
  const done = await createCompactor({ codec: pi }).compactBefore(transcript, text, { rules });
  return done === undefined
    ? undefined
    : { transcript, compacted: done.messages, report: done.report };
}

async function compact(
  messages: readonly SessionMessage[],
  targetTokens: number,
  rules: SessionRules,
) {
  const transcript = toTranscript(messages);
  // A host of its own: the messages are the originals, and nothing has to be kept for the next compaction.
  const { messages: compacted, report } = await createCompactor({ codec: pi }).compact(transcript, {
    targetTokens: Math.max(1, Math.floor(targetTokens)),
    rules,
  });
  return { transcript, compacted, report };
}
