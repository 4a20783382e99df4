import type {
  ChronologyMarker,
  CompressionContext,
  CompressionResult,
  HistoryEntry,
  IContent,
} from '../../src/llxprt.ts';

export interface HostOptions {
  readonly preserve?: number;
  readonly limit?: number;
  readonly headroom?: number;
  readonly anchor?: number;
  readonly tokens?: number;
  readonly todos?: CompressionContext['activeTodos'];
  readonly estimateTokens?: CompressionContext['estimateTokens'];
  readonly resolveProvider?: CompressionContext['resolveProvider'];
}

/** The context that llxprt-code passes to a strategy: few ephemerals, host services, an estimator of 100 tokens per entry. */
export function hostContext(
  history: readonly HistoryEntry[],
  {
    preserve = 0.3,
    limit = 128_000,
    headroom,
    anchor,
    tokens = 1_000_000,
    todos = '- [pending] test',
    estimateTokens = (entries: readonly HistoryEntry[]) => Promise.resolve(entries.length * 100),
    resolveProvider = () => {
      throw new Error('nobody may ask for a provider');
    },
  }: HostOptions = {},
): CompressionContext {
  const host = {
    history,
    runtimeContext: {
      state: { model: 'any' },
      ephemerals: {
        compressionThreshold: () => 0.85,
        contextLimit: () => limit,
        preserveThreshold: () => preserve,
        topPreserveThreshold: () => 0.2,
        compressionProfile: () => undefined,
        ...(headroom === undefined ? {} : { densityCompressHeadroom: () => headroom }),
      },
    },
    runtimeState: {},
    estimateTokens,
    currentTokenCount: tokens,
    logger: { debug: () => undefined },
    resolveProvider,
    promptResolver: {},
    promptBaseDir: '/prompts',
    promptContext: {},
    promptId: 'compression',
    trigger: 'auto',
    activeTodos: todos,
    ...(anchor === undefined ? {} : { cacheAnchorSeq: anchor }),
  };
  return host;
}

/** A provider as the host resolves it, with its runtime. It streams the response in two pieces. */
export function hostModel(answer = 'First part. Second part.'): {
  readonly resolved: {
    readonly provider: {
      readonly name: string;
      generateChatCompletion(options: unknown): AsyncIterable<IContent>;
    };
    readonly runtime: { readonly id: string };
  };
  readonly asked: HostRequest[];
} {
  const asked: HostRequest[] = [];
  const half = Math.ceil(answer.length / 2);
  const provider = {
    name: 'host-provider',
    async *generateChatCompletion(options: unknown): AsyncGenerator<IContent> {
      asked.push(options as HostRequest);
      yield say('ai', answer.slice(0, half));
      yield say('ai', answer.slice(half));
    },
  };
  return { resolved: { provider, runtime: { id: 'session' } }, asked };
}

export interface HostRequest {
  readonly contents: readonly IContent[];
  readonly runtime?: unknown;
}

export function say(speaker: 'human' | 'ai', text: string): IContent {
  return { speaker, blocks: [{ type: 'text', text }] };
}

/** A conversation with alternating user and assistant entries. */
export function turns(count: number, from = 0): IContent[] {
  return Array.from({ length: count }, (_, index) =>
    say(index % 2 === 0 ? 'human' : 'ai', `turn ${from + index}`),
  );
}

/** Numbers the entries without a number, as the host does when it records them. */
export function recorded(history: readonly HistoryEntry[], counter: { seq: number }): IContent[] {
  return history.map((entry) => {
    if (entry.metadata?.chronology !== undefined) return entry as IContent;
    counter.seq += 1;
    const metadata = { ...entry.metadata, chronology: chronology(counter.seq) };
    return { ...entry, metadata } as IContent;
  });
}

/** The chronology marker of the entry with this sequence number. */
function chronology(seq: number): ChronologyMarker {
  return { seq, userTurn: Math.ceil(seq / 2), step: 1, recordedAt: seq };
}

/** Returns an applied result; throws for a no-op. */
export function applied(
  result: CompressionResult,
): Extract<CompressionResult, { kind: 'applied' }> {
  if (result.kind === 'noop') throw new Error(`Nothing was done: ${result.reason}`);
  return result;
}

export function textOf({ blocks }: HistoryEntry): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}
