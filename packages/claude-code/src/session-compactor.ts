import { anthropic, type AnthropicMessage } from '@palimpsest/formats/anthropic';
import {
  createCompactor,
  describeCompaction,
  NO_RULES,
  type Compactor,
  type SessionRules,
} from '@palimpsest/host';
import type { Originals } from '@palimpsest/originals';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import type { CompactEvent, CompactResult, SessionMessage, ToolOutcome } from './mod-types.ts';
import { convert } from './session-messages.ts';

/** Share of the tokens in use that remains. Claude Code ends a session after three compactions within a few turns. */
const TARGET = 0.5;
/** Share of the messages that remains at least, where system prompt and tools take most of the tokens. */
const MIN_SHARE_LEFT = 0.25;
/** Share of the tokens in use above which a compaction frees too little, so that the next one would be due at once. */
const MAX_SHARE_USED = 0.8;
/** Tokens of system prompt, tools and reminders, where nothing was measured: what Claude Code 2.1.330 sends without plugins. */
const OVERHEAD = 12_000;

const LOSS =
  'If that is too much for the window, Claude Code summarizes the conversation with its model at the next prompt, and what its summary leaves out does not come back.';

/** Words after `/compact` that bring everything back. */
export const UNDO = 'undo';

/** What a compaction gives: messages, or `undefined` where Claude Code's own summary is needed, and a line for the person. */
interface Outcome {
  readonly result?: CompactResult;
  readonly note?: string;
}

/** Compacts the messages of one session and its subagents. */
export interface SessionCompactor {
  /** `usedTokens` is what the provider counted in the last request, with system prompt and tools. */
  compact(event: CompactEvent, usedTokens: number | undefined): Promise<Outcome>;
  recall: Compactor<unknown>['recall'];
  /** Returns why a call must not run: it would copy a marker of a compaction. */
  guard(call: Parameters<Compactor<unknown>['guard']>[0]): Promise<string | undefined>;
  /** Remembers what a call gave until the next compaction: a mark in it is content. */
  remember(outcome: ToolOutcome): void;
  resume(): void;
  /** Makes the next compaction one of what stands before the newest message of the person with a text. */
  compactBefore(text: string): void;
  /** Describes what a compaction would remove. `usedTokens` as for `compact`. */
  preview(session: readonly SessionMessage[], usedTokens: number | undefined): Promise<string>;
  /** Describes what bringing everything back will cost, for a person. `context` is what the session takes now. */
  warnOfUndo(context: { readonly tokens?: number; readonly window?: number }): string;
  /** Describes what was done, for a person. */
  describe(): string;
}

type IsPinned = NonNullable<Parameters<Compactor<AnthropicMessage>['compact']>[1]['pinned']>;

/** Longer openings are not kept, in UTF-16 units: a person may paste a document. */
const OPENING_LENGTH = 8_000;

/**
 * Returns a predicate for the messages before the first answer. Claude Code 2.1.332 describes the environment in a system message behind them;
 * without them it sends that message empty.
 */
function isOpening(messages: readonly SessionMessage[]): IsPinned {
  const end = messages.findIndex(({ role }) => role === 'assistant');
  const texts = messages.slice(0, Math.max(0, end)).map(({ text }) => text);
  const opening = new Set(texts.join('').length > OPENING_LENGTH ? [] : texts);
  return ({ speaker, blocks }) => {
    const [block] = blocks;
    return speaker === 'human' && block?.type === 'text' && opening.has(block.text);
  };
}

export function createSessionCompactor(
  originals: Originals,
  rulesOf: () => SessionRules = () => NO_RULES,
  guard = true,
): SessionCompactor {
  const settings = { 'compression.guard': guard };
  const compactor = createCompactor({ codec: anthropic, originals, settings });
  /** What the newest compaction of each agent was given, and what calls gave since. */
  const before = new Map<string | undefined, readonly AnthropicMessage[]>();
  let results: AnthropicMessage[] = [];
  const lines: string[] = [];
  let isPaused = false;
  let wanted: string | undefined;
  /** Tokens that compactions of this process removed from the session. */
  let removed = 0;

  async function restore({ messages: given }: CompactEvent): Promise<Outcome> {
    const { messages, back } = convert(given);
    const whole = await compactor.restore(messages);
    const restored = back(whole);
    isPaused = true;
    removed = 0;
    const tokens = formatCount(estimateEntryTokens(anthropic.decode(whole)));
    const isSame = JSON.stringify(whole) === JSON.stringify(messages);
    const done = isSame
      ? 'Nothing was brought back: no message of this transcript stands for others. What a summary of Claude Code left out is gone.'
      : `The messages that were removed are back: ${given.length} → ${restored.length} messages, about ${tokens} tokens. ${LOSS}`;
    const note = `${done} Claude Code summarizes until /palimpsest on.`;
    return { result: { messages: restored }, note };
  }

  async function compactBefore(event: CompactEvent, text: string): Promise<Outcome> {
    const { messages, back } = convert(event.messages);
    const pinned = isOpening(event.messages);
    const compaction = await compactor.compactBefore(messages, text, { rules: rulesOf(), pinned });
    const note =
      compaction === undefined
        ? `No message of yours after the first has "${text}".`
        : describeCompaction(compaction.report);
    // Claude Code's own messages, as they are: otherwise, it would summarize.
    if (compaction === undefined || compaction.report.kind === 'noop')
      return { result: { messages: event.messages }, note };
    isPaused = false;
    before.set(event.agentId, messages);
    results = [];
    const { messages: compacted, report } = compaction;
    lines.push(note);
    removed += report.tokensBefore - report.tokensAfter;
    return { result: { messages: back(compacted) }, note };
  }

  return {
    async compact(event, usedTokens) {
      if (event.trigger === 'precompute') return {};
      if (event.instructions?.trim() === UNDO) return await restore(event);
      const text = event.agentId === undefined ? wanted : undefined;
      if (event.agentId === undefined) wanted = undefined;
      if (text !== undefined) return await compactBefore(event, text);
      if (isPaused) return {};
      const { messages, back } = convert(event.messages);
      before.set(event.agentId, messages);
      if (event.agentId === undefined) results = [];
      const estimated = estimateEntryTokens(anthropic.decode(messages));
      const { overhead, used, targetTokens } = measure(estimated, usedTokens);
      const { messages: compacted, report } = await compactor.compact(messages, {
        targetTokens,
        rules: rulesOf(),
        pinned: isOpening(event.messages),
      });
      const tokensAfter = overhead + report.tokensAfter;
      if (report.kind === 'noop' || tokensAfter > MAX_SHARE_USED * used) {
        return { note: `${describeCompaction(report)} Claude Code summarizes instead.` };
      }
      const note = describeCompaction(report);
      lines.push(note);
      if (event.agentId === undefined) removed += report.tokensBefore - report.tokensAfter;
      return { result: { messages: back(compacted), tokensBefore: used, tokensAfter }, note };
    },
    recall: (input) => compactor.recall(input),
    async guard(call) {
      if (originals.ids().length === 0) return undefined;
      return await compactor.guard(call, () => [...[...before.values()].flat(), ...results]);
    },
    remember(outcome) {
      if ('deny' in outcome) return;
      for (const text of [outcome.text, outcome.result]) {
        if (typeof text !== 'string') continue;
        const content = [{ type: 'tool_result', tool_use_id: '', content: text }];
        results.push({ role: 'user', content });
      }
    },
    resume() {
      isPaused = false;
    },
    compactBefore(text) {
      wanted = text;
    },
    async preview(session, usedTokens) {
      const { messages } = convert(session);
      const estimated = estimateEntryTokens(anthropic.decode(messages));
      const { targetTokens } = measure(estimated, usedTokens);
      const pinned = isOpening(session);
      return await compactor.preview(messages, { targetTokens, rules: rulesOf(), pinned });
    },
    warnOfUndo({ tokens, window }) {
      const size =
        tokens === undefined || window === undefined || removed === 0
          ? ''
          : `: about ${formatCount(tokens + removed)} tokens in a window of ${formatCount(window)}`;
      return `Bringing everything back${size}. ${LOSS}`;
    },
    describe() {
      const state = isPaused
        ? 'Claude Code summarizes (/palimpsest on).'
        : 'Compaction without a model is on; /palimpsest undo brings everything back.';
      return [state, ...lines].join('\n');
    },
  };
}

/** Returns the tokens in use, those of system prompt and tools, and those that a compaction leaves to the messages. */
function measure(
  estimated: number,
  usedTokens: number | undefined,
): { readonly overhead: number; readonly used: number; readonly targetTokens: number } {
  const overhead = usedTokens === undefined ? OVERHEAD : Math.max(0, usedTokens - estimated);
  const used = overhead + estimated;
  const least = Math.max(1, Math.floor(MIN_SHARE_LEFT * estimated));
  return { overhead, used, targetTokens: Math.max(least, Math.floor(TARGET * used - overhead)) };
}

function formatCount(tokens: number): string {
  return tokens.toLocaleString('en-US');
}
