import { defined } from '@palimpsest/core-types';
import { pi as codec, type PiMessage } from '@palimpsest/formats/pi';
import {
  changeRules,
  checkPluginOptions,
  createCompactor,
  createSchedule,
  describeCompaction,
  NO_RULES,
  readCompactBefore,
  readForgottenRule,
  recordText,
  RULE_COMMANDS,
  splitCompaction,
  type PluginOptions,
  type RuleCommand,
} from '@palimpsest/host';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import type {
  BeforeCompactEvent,
  ContextUsage,
  EntryDraft,
  ExtensionApi,
  ExtensionContext,
  TurnEndEvent,
} from './pi-types.ts';
import {
  CUSTOM_TYPE,
  describeBranch,
  findHidden,
  isUndoPending,
  toPiMessages,
  listPlaces,
  toCompactorInput,
  findRules,
  summaryMessage,
  draftUndo,
  wasPaused,
  hasMarkers,
} from './session-branch.ts';

/** When to compact, and whether to guard calls. pi's own compaction starts 16,384 tokens before the end of the window. */
export type PiOptions = PluginOptions;

/**
 * Creates the extension. It compacts at the end of a turn, by pi's own compaction entries: they last, also without the extension, and the
 * originals stay in the session file.
 *
 * @throws {OptionError} when an option is invalid
 */
export function createPiExtension(options: PiOptions = {}): (api: ExtensionApi) => void {
  checkPluginOptions(options);
  return (api) => {
    const settings = { 'compression.guard': options.guard ?? true };
    const compactor = createCompactor({ codec, settings });
    const schedule = createSchedule(options);
    let isPaused = false;
    let rules = NO_RULES;
    /** The compaction that hides nothing, while the session file does not have it. */
    let restore: EntryDraft | undefined;
    /** The text before which a person wants to compact, until pi asks for the compaction. */
    let before: string | undefined;
    // Both are stored at once: pi may end before another turn does.
    const setPaused = (paused: boolean): void => {
      isPaused = paused;
      api.appendEntry(CUSTOM_TYPE, { isPaused });
    };
    const change = (command: RuleCommand, text: string): string => {
      const changed = changeRules(rules, command, text);
      const isNew = changed.rules !== rules;
      ({ rules } = changed);
      if (isNew) api.appendEntry(CUSTOM_TYPE, { rules });
      return changed.message;
    };

    api.on('session_start', async (_event, { sessionManager }) => {
      const branch = sessionManager.getBranch();
      isPaused = wasPaused(branch);
      rules = findRules(branch);
      restore = isUndoPending(branch) ? draftUndo(branch) : undefined;
      const hidden = findHidden(branch);
      if (hidden === undefined) return;
      await compactor.remember(hidden.messages.map(toCompactorInput), [
        summaryMessage(hidden.summary),
      ]);
    });

    api.on('turn_end', async (event, session) => {
      const drafts = restore === undefined ? await compact(event, session) : [restore];
      restore = undefined;
      return drafts.length === 0 ? undefined : { entries: [...event.entries, ...drafts] };
    });

    /** Returns the tokens that a request takes, and those that a compaction leaves to the messages. */
    function measure(
      messages: readonly PiMessage[],
      { tokens, contextWindow: window }: ContextUsage,
    ): { readonly used: number; readonly targetTokens: number } {
      const estimated = estimateEntryTokens(codec.decode(messages));
      const used = Math.max(tokens ?? 0, estimated);
      // What the provider counts beyond the messages: system prompt and tools.
      const overhead = used - estimated;
      return { used, targetTokens: Math.max(1, Math.floor(schedule.targetOf(window) - overhead)) };
    }

    /** Compacts what stands before the newest message of the person with a text. */
    async function compactBefore(
      text: string,
      { preparation: { tokensBefore }, signal }: BeforeCompactEvent,
      session: ExtensionContext,
    ) {
      const places = listPlaces(session.sessionManager.buildSessionProjection().entries);
      const messages = places.map(({ message }) => message);
      const compaction = await compactor.compactBefore(messages, text, { rules, signal });
      if (compaction === undefined) {
        session.ui.notify(`No message of yours after the first has "${text}".`, 'error');
        return { cancel: true } as const;
      }
      const { messages: compacted, report, before: at } = compaction;
      session.ui.notify(describeCompaction(report));
      if (report.kind === 'noop') return { cancel: true } as const;
      // Otherwise, the next process would undo it.
      setPaused(false);
      restore = undefined;
      const head = compacted.slice(0, compacted.length - (messages.length - at));
      const summary = recordText(codec.decode(head));
      await compactor.remember(messages.slice(0, at), [summaryMessage(summary)]);
      return { compaction: { summary, firstKeptEntryId: places[at]!.id, tokensBefore } };
    }

    async function compact(
      { context, outcome }: TurnEndEvent,
      session: ExtensionContext,
    ): Promise<readonly EntryDraft[]> {
      const usage = session.getContextUsage();
      if (isPaused || outcome !== 'completed' || usage === undefined) return [];
      const { contextWindow: window } = usage;
      const places = listPlaces(context.contextEntries);
      const messages = places.map(({ message }) => message);
      const { used, targetTokens } = measure(messages, usage);
      if (!schedule.isDue(used, window)) return [];
      const { messages: compacted, report } = await compactor.compact(messages, {
        targetTokens,
        rules,
      });
      const { tokensBefore, tokensAfter } = report;
      schedule.record(used - (tokensBefore - tokensAfter), window);
      if (report.kind === 'noop') return [];
      const { text: summary, tailStart, changed } = splitCompaction(messages, compacted);
      session.ui.notify(describeCompaction(report));
      const drafts = Array.from(changed, ([at, { content }]): EntryDraft => {
        return { type: 'context_edit', targetId: places[at]!.id, replacement: { content } };
      });
      if (summary !== undefined) {
        await compactor.remember(messages.slice(0, tailStart), [summaryMessage(summary)]);
        const firstKeptEntryId = places[tailStart]?.id ?? null;
        drafts.push({ type: 'compaction', summary, firstKeptEntryId });
      }
      const data = { tokensBefore, tokensAfter };
      return [...drafts, { type: 'custom', customType: CUSTOM_TYPE, data }];
    }

    api.on('context', ({ messages }, { sessionManager }) => {
      if (restore === undefined) return undefined;
      const [first, ...others] = messages;
      if (first?.role !== 'compactionSummary') return undefined;
      return { messages: [...(findHidden(sessionManager.getBranch())?.messages ?? []), ...others] };
    });

    api.on('session_before_compact', async (event, session) => {
      const text = before;
      before = undefined;
      if (text !== undefined) return await compactBefore(text, event, session);
      const { preparation, signal } = event;
      const { previousSummary, messagesToSummarize, turnPrefixMessages } = preparation;
      const window = session.getContextUsage()?.contextWindow;
      if (isPaused || window === undefined) return undefined;
      const messages = [
        ...(previousSummary === undefined ? [] : [summaryMessage(previousSummary)]),
        ...[...messagesToSummarize, ...turnPrefixMessages].map(toCompactorInput),
      ];
      // pi keeps its newest messages in addition to the summary, so it gets half of the room.
      const targetTokens = Math.max(1, Math.floor(schedule.targetOf(window) / 2));
      const { messages: compacted, report } = await compactor.compact(
        messages,
        defined({ targetTokens, signal, rules }),
      );
      session.ui.notify(describeCompaction(report));
      const { firstKeptEntryId, tokensBefore } = preparation;
      const summary = recordText(codec.decode(compacted));
      await compactor.remember(messages, [summaryMessage(summary)]);
      return { compaction: { summary, firstKeptEntryId, tokensBefore } };
    });

    api.on('tool_call', async ({ toolName, input }, { sessionManager }) => {
      const branch = sessionManager.getBranch();
      if (!hasMarkers(branch)) return undefined;
      const call = { name: toolName, parameters: input };
      const reason = await compactor.guard(call, () =>
        branch.flatMap(toPiMessages).map(toCompactorInput),
      );
      return reason === undefined ? undefined : { block: true, reason };
    });

    api.registerTool({
      name: RECALL_TOOL.name,
      label: 'Recall',
      description: RECALL_TOOL.description,
      parameters: RECALL_TOOL.inputSchema,
      async execute(_callId, input) {
        const { text, isError } = await compactor.recall(input);
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
        'preview: what a compaction would remove. compact before TEXT: only what stands before the newest message of yours with this text. undo: bring back what was removed and stop. on: compact again. forget RULE: take back a rule of /keep or /drop. Without a word: what was done',
      async handler(args, session) {
        const { ui, sessionManager } = session;
        const branch = sessionManager.getBranch();
        const wish = args.trim();
        const forgotten = readForgottenRule(args);
        const text = readCompactBefore(args);
        if (wish === 'undo') {
          const count = findHidden(branch)?.messages.length ?? 0;
          restore = draftUndo(branch);
          setPaused(true);
          ui.notify(`${count} messages are whole again. Nothing is removed until /palimpsest on.`);
        } else if (wish === 'on') {
          setPaused(false);
          ui.notify('Compaction without a model is on.');
        } else if (wish === '') {
          ui.notify(describeBranch(branch, isPaused));
        } else if (wish === 'preview') {
          const places = listPlaces(sessionManager.buildSessionProjection().entries);
          const messages = places.map(({ message }) => message);
          const usage = session.getContextUsage();
          if (usage === undefined) ui.notify('The window of the model is not known yet.', 'error');
          else {
            const { targetTokens } = measure(messages, usage);
            ui.notify(await compactor.preview(messages, { targetTokens, rules }));
          }
        } else if (text !== undefined) {
          before = text;
          await new Promise<void>((onComplete) => {
            const onError = ({ message }: Error): void => {
              before = undefined;
              ui.notify(message, 'error');
              onComplete();
            };
            session.compact({ onComplete, onError });
          });
        } else if (forgotten !== undefined) {
          ui.notify(change('forget', forgotten));
        } else {
          const expected = 'preview, compact before TEXT, undo, on, forget RULE or nothing';
          ui.notify(`Expected ${expected}, got ${wish}.`, 'error');
        }
      },
    });
  };
}
