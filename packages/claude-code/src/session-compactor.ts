import { anthropic } from '@palimpsest/formats/anthropic';
import {
  createHost,
  describeCompaction,
  NO_RULES,
  type Host,
  type SessionRules,
} from '@palimpsest/host';
import type { Originals } from '@palimpsest/originals';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import type { CompactEvent, CompactResult } from './mod-types.ts';
import { convert } from './session-messages.ts';

/** Share of the tokens in use that remains. Claude Code ends a session after three compactions within a few turns. */
const TARGET = 0.5;
/** Share of the messages that remains at least, where system prompt and tools take most of the tokens. */
const MIN_SHARE_LEFT = 0.25;
/** Share of the tokens in use above which a compaction frees too little, so that the next one would be due at once. */
const MAX_SHARE_USED = 0.8;
/** Tokens of system prompt, tools and reminders, where nothing was measured: what Claude Code 2.1.330 sends without plugins. */
const OVERHEAD = 12_000;

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
  recall: Host<unknown>['recall'];
  resume(): void;
  /** Describes what was done, for a person. */
  describe(): string;
}

export function createSessionCompactor(
  originals: Originals,
  rulesOf: () => SessionRules = () => NO_RULES,
): SessionCompactor {
  const host = createHost({ codec: anthropic, originals });
  const lines: string[] = [];
  let isPaused = false;

  async function restore({ messages: given }: CompactEvent): Promise<Outcome> {
    const { messages, back } = convert(given);
    const restored = back(await host.restore(messages));
    isPaused = true;
    const note = `The transcript is whole again: ${given.length} → ${restored.length} messages. Claude Code summarizes until /palimpsest on.`;
    return { result: { messages: restored }, note };
  }

  return {
    async compact(event, usedTokens) {
      if (event.trigger === 'precompute') return {};
      if (event.instructions?.trim() === UNDO) return await restore(event);
      if (isPaused) return {};
      const { messages, back } = convert(event.messages);
      const estimated = estimateEntryTokens(anthropic.decode(messages));
      const overhead = usedTokens === undefined ? OVERHEAD : Math.max(0, usedTokens - estimated);
      const used = overhead + estimated;
      const least = Math.max(1, Math.floor(MIN_SHARE_LEFT * estimated));
      const targetTokens = Math.max(least, Math.floor(TARGET * used - overhead));
      const { messages: compacted, report } = await host.compact(messages, {
        targetTokens,
        rules: rulesOf(),
      });
      const tokensAfter = overhead + report.tokensAfter;
      if (report.kind === 'noop' || tokensAfter > MAX_SHARE_USED * used) {
        return { note: `${describeCompaction(report)} Claude Code summarizes instead.` };
      }
      const note = describeCompaction(report);
      lines.push(note);
      return { result: { messages: back(compacted), tokensBefore: used, tokensAfter }, note };
    },
    recall: (input) => host.recall(input),
    resume() {
      isPaused = false;
    },
    describe() {
      const state = isPaused
        ? 'Claude Code summarizes (/palimpsest on).'
        : 'Compaction without a model is on; /palimpsest undo brings everything back.';
      return [state, ...lines].join('\n');
    },
  };
}
