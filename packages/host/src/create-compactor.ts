import {
  defined,
  OptionError,
  type IContent,
  type SettingValues,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import type { Codec } from '@palimpsest/formats';
import { memoryOriginals, openOriginals, type Originals } from '@palimpsest/originals';
import { guardCall, type CallToGuard } from '@palimpsest/originals/guard';
import { answerRecall, type ToolAnswer } from '@palimpsest/originals/recall';
import { salience } from '@palimpsest/strategy-salience';
import { createCompressor, type CompressReport } from 'palimpsest/core';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { findUserMessage } from './compact-before.ts';
import { describePreview } from './describe-preview.ts';
import { NO_RULES, withRules, type SessionRules } from './session-rules.ts';

export interface CompactorOptions<Message> {
  /** The codec of the messages, such as `pi` of `@palimpsest/formats/pi`. */
  readonly codec: Codec<Message>;
  /** Strategies that settings can choose from. The first is the default. @default `[salience]` */
  readonly strategies?: readonly [StrategyPlugin, ...StrategyPlugin[]];
  /** Settings by full key. */
  readonly settings?: SettingValues;
  /** Store of removed content, from `openOriginals`; one compactor is one session. @default memory of this process */
  readonly originals?: Originals | Promise<Originals>;
}

export interface CompactOptions {
  /** Tokens that the messages may take: a whole number of at least 1. System prompt and tool definitions are not part of them. */
  readonly targetTokens: number;
  /** Returns whether an entry must stay byte for byte. System messages always do. @default no entry */
  readonly pinned?: (entry: IContent) => boolean;
  /** Rules that the user set for this session, in addition to the settings `compression.keep` and `compression.drop`. @default none */
  readonly rules?: SessionRules;
  readonly signal?: AbortSignal;
}

/** A compacted transcript. */
export interface Compaction<Message> {
  /** Unchanged messages are the same objects; the input list never changes. */
  readonly messages: readonly Message[];
  readonly report: CompressReport;
}

/** A compaction of the messages before one. */
interface CompactionBefore<Message> extends Compaction<Message> {
  /** Index of the first message that was not compacted. */
  readonly before: number;
}

/** Compacts the transcript of one session of a coding agent, without a model. Coding agents call a compression a compaction. */
export interface Compactor<Message> {
  /**
   * Compacts a transcript. Equal transcripts give equal messages, and compacting the result again to the same target changes nothing.
   *
   * @throws {OptionError} when an option is invalid; {FormatError} when a message does not have the format; {OriginalsError} when a message
   * cannot be saved
   */
  compact(messages: readonly Message[], options: CompactOptions): Promise<Compaction<Message>>;
  /**
   * Compacts everything before the newest user message that contains a text, to half of its tokens. That message and all later ones stay the
   * same objects. Returns `undefined` if no such message follows others.
   *
   * @param text part of the message, in any case
   * @throws as `compact`
   */
  compactBefore(
    messages: readonly Message[],
    text: string,
    options: Omit<CompactOptions, 'targetTokens'>,
  ): Promise<CompactionBefore<Message> | undefined>;
  /** Describes for the user what `compact` would do. Stores nothing. */
  preview(messages: readonly Message[], options: CompactOptions): Promise<string>;
  /**
   * Registers a compaction of an earlier process, so that its recall ids and `restore` work.
   *
   * @param before the messages before that compaction, from the log of the coding agent
   * @param after the messages as sent
   */
  remember(before: readonly Message[], after: readonly Message[]): Promise<void>;
  /** Returns the result of a call of `RECALL_TOOL` of `@palimpsest/originals/recall`, with whatever input the model sent. */
  recall(input: unknown): Promise<ToolAnswer>;
  /**
   * Returns an error text instead of a result for a call with side effects that would copy a marker of a compaction into a file; `undefined` if the
   * call may run, or if the setting `compression.guard` is off.
   *
   * @param history returns the transcript, best as it was before compactions. Called only for a call that contains a marker
   */
  guard(
    call: CallToGuard,
    history: () => readonly Message[] | Promise<readonly Message[]>,
  ): Promise<string | undefined>;
  /** Returns the transcript as it was before all compactions of this session. Messages whose originals are unknown stay as they are. */
  restore(messages: readonly Message[]): Promise<readonly Message[]>;
}

/**
 * Creates the compactor of one session: the core of a plugin for a coding agent.
 *
 * @throws {OptionError} when `strategies` or `codec` is invalid
 */
export function createCompactor<Message>({
  codec,
  strategies = [salience],
  settings = {},
  originals: store,
}: CompactorOptions<Message>): Compactor<Message> {
  const compress = createCompressor({ strategies, codec });
  const originals = Promise.resolve(store ?? openOriginals(memoryOriginals(), { session: 'host' }));
  // Without this, a failure would be an unhandled rejection. The first call that awaits `originals` throws it.
  originals.catch(() => undefined);
  async function compact(
    messages: readonly Message[],
    { rules = NO_RULES, ...options }: CompactOptions,
    session?: Originals,
  ): Promise<Compaction<Message>> {
    if (options.targetTokens === undefined) {
      throw new OptionError('targetTokens', undefined, 'a whole number of at least 1');
    }
    const compressOptions = { ...options, settings: withRules(settings, rules) };
    return await compress(messages, { ...compressOptions, ...defined({ originals: session }) });
  }

  return {
    async compact(messages, options) {
      return await compact(messages, options, await originals);
    },
    async compactBefore(messages, text, options) {
      const before = findUserMessage(codec, messages, text);
      if (before <= 0) return undefined;
      const head = messages.slice(0, before);
      const half = Math.floor(estimateEntryTokens(codec.decode(head)) / 2);
      const compactOptions = { ...options, targetTokens: Math.max(1, half) };
      const { messages: compacted, report } = await compact(head, compactOptions, await originals);
      return { messages: [...compacted, ...messages.slice(before)], report, before };
    },
    async preview(messages, options) {
      return describePreview(codec, messages, await compact(messages, options));
    },
    async remember(before, after) {
      await (await originals).keep(before, after);
    },
    async recall(input) {
      return await answerRecall(await originals, input);
    },
    async guard(call, history) {
      if (settings['compression.guard'] === false) return undefined;
      return await guardCall(call, {
        originals: await originals,
        decode: (messages) => codec.decode(messages as readonly Message[]),
        history: async () => codec.decode(await history()),
      });
    },
    async restore(messages) {
      const { messages: restored } = await (await originals).restore(messages);
      return restored;
    },
  };
}
