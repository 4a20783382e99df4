import { defined } from '@palimpsest/core-types';
import { pi as codec, type PiMessage } from '@palimpsest/formats/pi';
import {
  changeRules,
  createHost,
  createSchedule,
  describeCompaction,
  NO_RULES,
  readForgottenRule,
  RULE_COMMANDS,
  transcriptText,
  type RuleCommand,
  type ScheduleOptions,
} from '@palimpsest/host';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import type {
  ContextEntry,
  EntryDraft,
  ExtensionApi,
  ExtensionContext,
  TurnEndEvent,
} from './pi-types.ts';
import { editablePlaces, planEdits } from './plan-edits.ts';
import {
  CUSTOM_TYPE,
  describeBranch,
  editedMessages,
  editsOf,
  projected,
  rulesIn,
  wasPaused,
} from './session-branch.ts';

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
    let rules = NO_RULES;
    /** Whether the session file does not have the state yet. */
    let isStateNew = false;
    const takeNewState = (): readonly EntryDraft[] => {
      if (!isStateNew) return [];
      isStateNew = false;
      return [{ type: 'custom', customType: CUSTOM_TYPE, data: { isPaused, rules } }];
    };
    const change = (command: RuleCommand, text: string): string => {
      const changed = changeRules(rules, command, text);
      isStateNew ||= changed.rules !== rules;
      ({ rules } = changed);
      return changed.said;
    };

    api.on('session_start', async (_event, { sessionManager }) => {
      const branch = sessionManager.getBranch();
      isPaused = wasPaused(branch);
      rules = rulesIn(branch);
      if (editedMessages(branch).length === 0) return;
      const edits = editsOf(branch);
      // Whole lists, so that a hidden message is restored at its place.
      const whole = branch.filter(({ message }) => message !== undefined);
      await host.remember(
        whole.map(({ message }) => message!),
        whole.flatMap(({ id, message }) => projected(message!, edits.get(id))),
      );
    });

    api.on('turn_end', async (event, session) => {
      const drafts = [...restores, ...takeNewState()];
      const compacts = restores.length === 0;
      restores = [];
      if (compacts) drafts.push(...(await compact(event, session)));
      return drafts.length === 0 ? undefined : { entries: [...event.entries, ...drafts] };
    });

    async function compact(
      { context, outcome }: TurnEndEvent,
      session: ExtensionContext,
    ): Promise<readonly EntryDraft[]> {
      const usage = session.getContextUsage();
      if (isPaused || outcome !== 'completed' || usage === undefined) return [];
      const { contextWindow: window } = usage;
      const places = editablePlaces(context.contextEntries);
      const messages = places.map(({ message }) => message);
      const estimated = countTokens(context.contextEntries);
      const used = Math.max(usage.tokens ?? 0, estimated);
      if (!schedule.isDue(used, window)) return [];
      // What the provider counts beyond the messages: system prompt and tools.
      const overhead = used - estimated;
      const others = estimated - estimateEntryTokens(codec.decode(messages));
      const targetTokens = Math.max(1, Math.floor(schedule.targetOf(window) - overhead - others));
      const { messages: compacted, report } = await host.compact(messages, { targetTokens, rules });
      const edits = planEdits(places, compacted);
      const { tokensBefore, tokensAfter } = report;
      schedule.record(used - (tokensBefore - tokensAfter), window);
      if (edits === undefined || edits.length === 0) return [];
      session.ui.notify(describeCompaction(report));
      const data = { tokensBefore, tokensAfter, edits: edits.length };
      return [...edits, { type: 'custom', customType: CUSTOM_TYPE, data }];
    }

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
        defined({ targetTokens, signal, rules }),
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

    for (const command of ['keep', 'drop'] as const) {
      api.registerCommand(command, {
        description: RULE_COMMANDS[command],
        async handler(args, { ui }) {
          ui.notify(change(command, args));
          await Promise.resolve();
        },
      });
    }

    api.registerCommand('palimpsest', {
      description:
        'undo: bring back what was removed and stop. on: compact again. forget RULE: take back a rule of /keep or /drop. Without a word: what was done',
      async handler(args, { ui, sessionManager }) {
        const branch = sessionManager.getBranch();
        const wish = args.trim();
        const forgotten = readForgottenRule(args);
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
            `${undone.length} messages are whole again. Nothing is removed until /palimpsest on.`,
          );
        } else if (wish === 'on') {
          isPaused = false;
          isStateNew = true;
          ui.notify('Compaction without a model is on.');
        } else if (wish === '') {
          ui.notify(describeBranch(branch, isPaused));
        } else if (forgotten !== undefined) {
          ui.notify(change('forget', forgotten));
        } else {
          ui.notify(`Expected undo, on, forget RULE or nothing, got ${wish}.`, 'error');
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
