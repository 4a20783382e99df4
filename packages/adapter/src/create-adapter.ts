import {
  defined,
  OptionError,
  rejectOnAbort,
  type IContent,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import { createRegistry, type StrategyRegistry } from '@palimpsest/factory';
import {
  createOverheadCounter,
  readOverhead,
  type Codec,
  type FormatName,
} from '@palimpsest/formats';
import type { PrepareResult } from '@palimpsest/orchestrator';
import type { Originals } from '@palimpsest/originals';
import { salience } from '@palimpsest/strategy-salience';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import type { AdaptRequest, AdaptResult, Adapter } from './adapter.ts';
import type { AdapterOptions } from './adapter-options.ts';
import { adapterSettings } from './adapter-settings.ts';
import { checkAdapterOptions, type OptionCheck } from './check-adapter-options.ts';
import { createAgentTools, type ToolOriginals } from './agent-tools.ts';
import { openConversations, type AdapterContext, type Conversations } from './conversations.ts';
import { ingestResult } from './ingest-result.ts';
import type { RequestMessages } from './request-scope.ts';

/** The first is used unless settings name another; the second is the fallback. */
const DEFAULT_STRATEGIES = [salience, topDownTruncation] as const;

/**
 * Creates an adapter between an agent framework and its model. One adapter is one session: every conversation of it can recall what the
 * adapter removed, and no other session can.
 *
 * @param more checks of options in addition to `AdapterOptions`
 * @throws {OptionError} when an option is unknown or invalid; {SettingError} when a setting is invalid
 */
export function createAdapter(
  options: AdapterOptions = {},
  more: Readonly<Record<string, OptionCheck>> = {},
): Adapter {
  checkAdapterOptions(options, more);
  const { onError, onPrepared } = options;
  const registry = options.registry ?? registryOf(options.strategies ?? DEFAULT_STRATEGIES);
  const { tokenizer = estimateEntryTokens, clock, originals: registered } = registry.services();
  const { estimateTokens = tokenizer, prices, resolveProvider, background, pinned } = options;
  const settings = adapterSettings(options, registry);
  // Invalid settings fail here, not in the first request.
  const named = settings.values()['compression.strategy'];
  if (named !== undefined) registry.resolve(named);
  const originals = Promise.resolve(
    options.originals ?? (registered as Originals | undefined) ?? openInMemory(),
  );
  // The request that needs them gets the error.
  originals.catch(() => undefined);
  let opening: Promise<AdapterContext> | undefined;
  // Opened on first use: a failing store is an error of the request that needs it.
  const openContext = (): Promise<AdapterContext> =>
    (opening ??= originals.then(async (store) => {
      const { createEntryOriginals } = await import('./entry-originals.ts');
      const entryOriginals = createEntryOriginals(store);
      const orchestration = {
        strategies: registry,
        settings,
        estimateTokens,
        defaultStrategy: options.strategies?.[0]?.name ?? salience.name,
        originalId: entryOriginals.idOf,
        saveOriginals: entryOriginals.keep,
        ...defined({ prices, resolveProvider, background, pinned, now: clock }),
      };
      return { options, originals: entryOriginals, orchestration };
    }));
  let conversations: Conversations | undefined;
  const knownConversations = async (): Promise<Conversations> =>
    (conversations ??= openConversations(await openContext()));
  /** Without its history: an adapter must not keep a conversation in memory. */
  let newest: Pick<PrepareResult, 'tokensAfter' | 'budget'> | undefined;
  let newestRequest: RequestMessages | undefined;
  const countOverhead = createOverheadCounter(estimateTokens);

  async function adaptOrThrow<Message>(
    format: FormatName | Codec,
    messages: readonly Message[],
    request: AdaptRequest,
  ): Promise<AdaptResult<Message>> {
    const codec = await codecOf(format);
    newestRequest = request.isScoped === true ? undefined : { codec, messages };
    const known = await rejectOnAbort(knownConversations(), request.signal);
    const system = leadingSystem(codec, messages);
    const given = readOverhead(codec.name, {
      system: [request.overhead?.system],
      tools: [request.overhead?.tools],
    });
    const overhead = await countOverhead({ ...given, system: [...system, ...given.system] });
    const own = messages.slice(system.length);
    const prepared = await known.prepare({ codec, messages: own, request, overhead });
    const { messages: sent, outcome, report } = prepared;
    const all = sent === own ? messages : [...messages.slice(0, system.length), ...sent];
    const { model } = request;
    newest = { tokensAfter: outcome.tokensAfter, budget: outcome.budget };
    onPrepared?.(outcome, { model, messagesBefore: messages.length, messagesAfter: all.length });
    return { messages: all, outcome, report };
  }

  async function asSent<Message>(
    given: FormatName | Codec,
    messages: readonly Message[],
    request: AdaptRequest = {},
  ): Promise<readonly Message[]> {
    try {
      const codec = await codecOf(given);
      const known = await knownConversations();
      const { length } = leadingSystem(codec, messages);
      const own = messages.slice(length);
      const sent = await known.asLastSent({ codec, messages: own, request });
      return sent === own ? messages : [...messages.slice(0, length), ...sent];
    } catch {
      // Messages that cannot be read were never sent in another form.
      return messages;
    }
  }

  const openForTools = async (): Promise<ToolOriginals> => {
    const { completeFromNewest } = await import('./request-scope.ts');
    return completeFromNewest(await originals, () => newestRequest);
  };
  let forTools: Promise<ToolOriginals> | undefined;
  const tools = createAgentTools({
    open: () => (forTools ??= openForTools()),
    newest: () => newest,
  });
  return {
    originals,
    recall: tools.recall.run,
    tools,
    scopeTo(format, messages, inheritedIds = []) {
      const openScope = async (): Promise<ToolOriginals> => {
        const { scopeOriginals } = await import('./request-scope.ts');
        const request = { codec: await codecOf(format), messages };
        return scopeOriginals(await originals, request, inheritedIds);
      };
      let scope: Promise<ToolOriginals> | undefined;
      const open = (): Promise<ToolOriginals> => (scope ??= openScope());
      return {
        tools: createAgentTools({ open, newest: () => newest }),
        ids: async () => (await open()).ids(),
      };
    },
    async adapt(format, messages, request = {}) {
      try {
        return await adaptOrThrow(format, messages, request);
      } catch (error) {
        if (onError === undefined || request.signal?.aborted === true) throw error;
        onError(error);
        const unadapted = await asSent(format, messages, request);
        return { messages: unadapted, report: () => undefined };
      }
    },
    asSent,
    async ingest(outcome) {
      try {
        return await ingestResult(await openContext(), outcome);
      } catch (error) {
        if (onError === undefined) throw error;
        onError(error);
        return outcome.result;
      }
    },
    async guard(format, call, messages) {
      try {
        const store = await originals;
        if (!settings.get('compression.guard') || store.ids().length === 0) return undefined;
        const { guardCall } = await import('@palimpsest/originals/guard');
        return await guardCall(call, {
          originals: store,
          // Adapters store entries.
          decode: (entries) => entries as readonly IContent[],
          history: async () => (await codecOf(format)).decode(messages),
        });
      } catch (error) {
        if (onError === undefined) throw error;
        onError(error);
        return undefined;
      }
    },
    async flush() {
      try {
        await conversations?.flush();
      } catch (error) {
        if (onError === undefined) throw error;
        onError(error);
      }
    },
  };
}

const registries = new WeakMap<object, StrategyRegistry>();

/** Returns one registry for each list of strategies: adapters of many sessions share what a strategy remembers of texts that it parsed. */
function registryOf(strategies: readonly StrategyPlugin[]): StrategyRegistry {
  const known = registries.get(strategies);
  if (known !== undefined) return known;
  const registry = strategies.reduce<StrategyRegistry>(
    (all, one) => all.register(one),
    createRegistry(),
  );
  registries.set(strategies, registry);
  return registry;
}

async function openInMemory(): Promise<Originals> {
  const { memoryOriginals, openOriginals } = await import('@palimpsest/originals');
  return await openOriginals(memoryOriginals(), { session: 'adapter' });
}

/** Returns the codec of a format. A session log is no request: its other records cannot be placed in a rebuilt history. */
async function codecOf(given: FormatName | Codec): Promise<Codec> {
  const { codecs } = await import('@palimpsest/formats');
  const formats: readonly Codec<never>[] = Object.values(codecs).filter((one) => !one.isLog);
  const name = typeof given === 'object' && given !== null ? given.name : given;
  const known = formats.find((one) => one.name === name) as Codec | undefined;
  if (known !== undefined) return typeof given === 'object' ? given : known;
  throw new OptionError('format', name, `one of ${formats.map((one) => one.name).join(', ')}`);
}

/**
 * Returns the system messages at the start of a request. They are instructions, not history: frameworks may create them anew for each
 * request, and they are sent unchanged.
 */
function leadingSystem(codec: Codec, messages: readonly unknown[]): readonly IContent[] {
  const entries: IContent[] = [];
  for (const message of messages) {
    if (!mayBeSystem(message)) break;
    const read = codec.decode([message]);
    if (read.length !== 1 || read[0]!.speaker !== 'system') break;
    entries.push(read[0]!);
  }
  return entries;
}

/** A cheap check, because most requests begin with a message that is not a system message. */
function mayBeSystem(message: unknown): boolean {
  const role: unknown =
    typeof message === 'object' && message !== null && 'role' in message ? message.role : undefined;
  return role !== 'user' && role !== 'assistant' && role !== 'model';
}
