import { defined } from '@palimpsest/core-types';
import { pi as codec, type PiMessage } from '@palimpsest/formats/pi';
import {
  createHost,
  createSchedule,
  describeCompaction,
  transcriptText,
  type ScheduleOptions,
} from '@palimpsest/host';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import type { ContextEntry, EntryDraft, ExtensionApi, SessionEntry } from './pi-types.ts';
import { editablePlaces, planEdits } from './plan-edits.ts';

/** Name of the entries in which the extension records its state and its compactions. */
const CUSTOM_TYPE = 'palimpsest';

/** When to compact. pi's own compaction starts 16,384 tokens before the end of the window. */
export type PiOptions = ScheduleOptions;

/**
 * Creates the extension. It compacts at the end of a turn, by edits in pi's session file: they last, also without the extension, and the
 * originals stay in the file.
 *
 * @throws {OptionError} when an option is invalid
 */
export function createPiExtension(options: PiOptions = {}): (api: ExtensionApi) => void {
  createSchedule(options);
  return (api) => {
    const host = createHost({ codec });
    const schedule = createSchedule(options);
    let isPaused = false;
    let restores: readonly EntryDraft[] = [];

    api.on('session_start', async (_event, { sessionManager }) => {
      const branch = sessionManager.getBranch();
      isPaused = wasPaused(branch);
      if (editedMessages(branch).length === 0) return;
      const edits = editsOf(branch);
      // Whole lists, so that a hidden message is restored at its place.
      const whole = branch.filter(({ message }) => message !== undefined);
      await host.remember(
        whole.map(({ message }) => message!),
        whole.flatMap(({ id, message }) => projected(message!, edits.get(id))),
      );
    });

    api.on('turn_end', async ({ entries, context, outcome }, session) => {
      if (restores.length > 0) {
        const restoring = restores;
        restores = [];
        return { entries: [...entries, ...restoring] };
      }
      const usage = session.getContextUsage();
      if (isPaused || outcome !== 'completed' || usage === undefined) return undefined;
      const { contextWindow: window } = usage;
      const places = editablePlaces(context.contextEntries);
      const messages = places.map(({ message }) => message);
      const estimated = countTokens(context.contextEntries);
      const used = Math.max(usage.tokens ?? 0, estimated);
      if (!schedule.isDue(used, window)) return undefined;
      // What the provider counts beyond the messages: system prompt and tools.
      const overhead = used - estimated;
      const others = estimated - estimateEntryTokens(codec.decode(messages));
      const targetTokens = Math.max(1, Math.floor(schedule.targetOf(window) - overhead - others));
      const { messages: compacted, report } = await host.compact(messages, { targetTokens });
      const edits = planEdits(places, compacted);
      const { tokensBefore, tokensAfter } = report;
      schedule.record(used - (tokensBefore - tokensAfter), window);
      if (edits === undefined || edits.length === 0) return undefined;
      session.ui.notify(describeCompaction(report));
      const data = { tokensBefore, tokensAfter, edits: edits.length };
      return {
        entries: [...entries, ...edits, { type: 'custom', customType: CUSTOM_TYPE, data }],
      };
    });

    api.on('context', async ({ messages }) =>
      // Until the next turn ends, the log does not have the restored entries.
      restores.length === 0 ? undefined : { messages: await host.restore(messages) },
    );

    api.on('session_before_compact', async ({ preparation, signal }, session) => {
      const { previousSummary, messagesToSummarize, turnPrefixMessages } = preparation;
      const window = session.getContextUsage()?.contextWindow;
      if (isPaused || window === undefined) return undefined;
      const messages = [
        ...(previousSummary === undefined ? [] : [summaryMessage(previousSummary)]),
        ...messagesToSummarize,
        ...turnPrefixMessages,
      ];
      // pi keeps its newest messages in addition to the summary, so it gets half of the room.
      const targetTokens = Math.max(1, Math.floor(schedule.targetOf(window) / 2));
      const { messages: compacted, report } = await host.compact(
        messages,
        defined({ targetTokens, signal }),
      );
      session.ui.notify(describeCompaction(report));
      const { firstKeptEntryId, tokensBefore } = preparation;
      return {
        compaction: {
          summary: transcriptText(codec.decode(compacted)),
          firstKeptEntryId,
          tokensBefore,
        },
      };
    });

    api.registerTool({
      name: RECALL_TOOL.name,
      label: 'Recall',
      description: RECALL_TOOL.description,
      parameters: RECALL_TOOL.inputSchema,
      async execute(_callId, input) {
        const { text, isError } = await host.recall(input);
        if (isError) throw new Error(text);
        return { content: [{ type: 'text', text }], details: {} };
      },
    });

    api.registerCommand('palimpsest', {
      description:
        'undo: bring back what was taken out and stop. on: compact again. Without a word: what was done',
      async handler(args, { ui, sessionManager }) {
        const branch = sessionManager.getBranch();
        const wish = args.trim();
        if (wish === 'undo') {
          const undone = editedMessages(branch);
          isPaused = true;
          restores = [
            ...undone.map(({ id, content }): EntryDraft => ({
              type: 'context_edit',
              targetId: id,
              replacement: { content },
            })),
            { type: 'custom', customType: CUSTOM_TYPE, data: { isPaused } },
          ];
          ui.notify(
            `${undone.length} messages are whole again. Nothing is taken out until /palimpsest on.`,
          );
        } else if (wish === 'on') {
          isPaused = false;
          ui.notify('Compaction without a model is on.');
        } else if (wish === '') {
          ui.notify(describeBranch(branch, isPaused));
        } else {
          ui.notify(`Expected undo, on or nothing, got ${wish}.`, 'error');
        }
        await Promise.resolve();
      },
    });
  };
}

function countTokens(entries: readonly ContextEntry[]): number {
  return estimateEntryTokens(codec.decode(entries.flatMap(({ messages }) => messages)));
}

/** An earlier summary as a message that may be shortened: unlike a person's words. */
function summaryMessage(summary: string): PiMessage {
  return { role: 'assistant', content: [{ type: 'text', text: summary }] };
}

interface EditedMessage {
  readonly id: string;
  /** Content as it was said. */
  readonly content: unknown;
}

/** Returns the messages that edits of the session file change, in the order of the session. */
function editedMessages(branch: readonly SessionEntry[]): readonly EditedMessage[] {
  const edits = editsOf(branch);
  return branch.flatMap(({ id, message }) => {
    const edit = edits.get(id);
    if (edit === undefined || message === undefined) return [];
    const { content } = message;
    return isSame(edit?.content, content) ? [] : [{ id, content }];
  });
}

type Replacement = { readonly content: unknown } | null;

/** Returns the last edit of each entry. */
function editsOf(branch: readonly SessionEntry[]): ReadonlyMap<string, Replacement> {
  return new Map(
    branch.flatMap(({ type, targetId, replacement = null }) =>
      // A label has a target, too.
      type === 'context_edit' && targetId !== undefined ? [[targetId, replacement]] : [],
    ),
  );
}

/** Returns what the model sees of a message. */
function projected(message: PiMessage, edit: Replacement | undefined): readonly PiMessage[] {
  if (edit === undefined) return [message];
  return edit === null ? [] : [{ ...message, content: edit.content }];
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function wasPaused(branch: readonly SessionEntry[]): boolean {
  const states = branch.filter(({ customType }) => customType === CUSTOM_TYPE);
  const data = states.at(-1)?.data;
  return typeof data === 'object' && data !== null && 'isPaused' in data && data.isPaused === true;
}

function describeBranch(branch: readonly SessionEntry[], isPaused: boolean): string {
  const count = editedMessages(branch).length;
  const state = isPaused
    ? 'Compaction is off (/palimpsest on).'
    : 'Compaction without a model is on.';
  return `${state} ${count} messages of this session are shortened or hidden; /palimpsest undo brings them back.`;
}
