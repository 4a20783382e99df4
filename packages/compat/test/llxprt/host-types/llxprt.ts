/**
 * The declarations of llxprt-code for histories, strategies and services, as far as compression uses them. Its packages are not on
 * the npm registry, so this file repeats them from the public source. As there, they are interfaces with mutable fields and without
 * index signatures, which determines assignability.
 */

export interface IContent {
  speaker: 'human' | 'ai' | 'tool';
  blocks: ContentBlock[];
  metadata?: ContentMetadata;
}

type ContentBlock =
  | TextBlock
  | ToolCallBlock
  | ToolResponseBlock
  | MediaBlock
  | ThinkingBlock
  | CodeBlock;

interface Block {
  providerMetadata?: Record<string, unknown>;
}

interface TextBlock extends Block {
  type: 'text';
  text: string;
}

interface ToolCallBlock extends Block {
  type: 'tool_call';
  id: string;
  name: string;
  parameters: unknown;
  description?: string;
}

interface ToolResponseBlock extends Block {
  type: 'tool_response';
  callId: string;
  toolName: string;
  result: unknown;
  error?: string;
  isComplete?: boolean;
}

interface MediaBlock extends Block {
  type: 'media';
  mimeType: string;
  data: string;
  encoding: 'url' | 'base64';
  caption?: string;
  filename?: string;
}

interface ThinkingBlock extends Block {
  type: 'thinking';
  thought: string;
  isHidden?: boolean;
  sourceField?: string;
  signature?: string;
  streamId?: string;
  streamStatus?: 'delta' | 'complete';
  encryptedContent?: string;
}

interface CodeBlock extends Block {
  type: 'code';
  code: string;
  language?: string;
}

export interface UsageStats {
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
  cachedTokens?: number;
  cacheCreationTokens?: number;
  cacheMissTokens?: number;
  cache_read_input_tokens?: number;
  cache_creation_input_tokens?: number;
  reasoningTokens?: number;
  toolTokens?: number;
}

interface ContentMetadata {
  timestamp?: number;
  model?: string;
  providerBaseURL?: string;
  usage?: UsageStats;
  id?: string;
  responsesStored?: boolean;
  provider?: string;
  isSummary?: boolean;
  providerMetadata?: Record<string, unknown>;
  synthetic?: boolean;
  reason?: string;
  turnId?: string;
  promptId?: string;
  stopReason?: string;
  finishReason?: string;
  incompleteReason?: string;
  chronology?: ChronologyMarker;
  chronologyReplaced?: ChronologyReplacedSpan;
  cacheAnchor?: boolean;
}

interface ChronologyMarker {
  readonly seq: number;
  readonly userTurn: number;
  readonly step: number;
  readonly recordedAt: number;
}

interface ChronologyReplacedSpan {
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly itemCount: number;
}

interface ChatOptions {
  contents: IContent[];
  tools?: { name: string }[];
  settings?: SettingsService;
  runtime?: ProviderRuntime;
}

export interface RuntimeProvider {
  name: string;
  isDefault?: boolean;
  getModelParams?(): Record<string, unknown> | undefined;
  generateChatCompletion(options: ChatOptions): AsyncIterableIterator<IContent>;
  generateChatCompletion(
    contents: IContent[],
    tools?: { name: string }[],
  ): AsyncIterableIterator<IContent>;
}

export interface SettingsService {
  get(key: string): unknown;
}

interface ProviderRuntime {
  settingsService: SettingsService;
  runtimeId?: string;
}

interface CompressionProviderResult {
  provider: RuntimeProvider;
  runtime: ProviderRuntime;
  config?: { getModel(): string };
}

interface AgentRuntimeContext {
  readonly state: { readonly model: string };
  readonly ephemerals: {
    compressionStrategy(): string;
    compressionThreshold(): number;
    contextLimit(): number;
    preserveThreshold(): number;
    topPreserveThreshold(): number;
    compressionProfile(): string | undefined;
    densityReadWritePruning(): boolean;
    densityFileDedupe(): boolean;
    densityRecencyPruning(): boolean;
    densityRecencyRetention(): number;
    densityCompressHeadroom(): number;
    densityOptimizeThreshold(): number | undefined;
  };
}

export interface CompressionContext {
  readonly history: readonly IContent[];
  readonly runtimeContext: AgentRuntimeContext;
  readonly runtimeState: { readonly model: string };
  readonly estimateTokens: (contents: readonly IContent[]) => Promise<number>;
  readonly currentTokenCount: number;
  readonly logger: { debug(message: string | (() => string), ...details: unknown[]): void };
  readonly resolveProvider: (
    profileName?: string,
  ) => CompressionProviderResult | Promise<CompressionProviderResult>;
  readonly promptResolver: { resolveFile(baseDir: string, file: string): { found: boolean } };
  readonly promptBaseDir: string;
  readonly promptContext: Readonly<{ provider?: string }>;
  readonly promptId: string;
  readonly activeTodos?: string;
  readonly transcriptPath?: string;
  readonly trigger?: 'manual' | 'auto';
  readonly compressionVerification?: boolean;
  readonly cacheAnchorSeq?: number;
}

export type CompressionStrategyName =
  | 'middle-out'
  | 'top-down-truncation'
  | 'one-shot'
  | 'high-density';

export type StrategyTrigger =
  | { mode: 'threshold'; defaultThreshold: number }
  | { mode: 'continuous'; defaultThreshold: number };

export interface DensityConfig {
  readonly readWritePruning: boolean;
  readonly fileDedupe: boolean;
  readonly recencyPruning: boolean;
  readonly recencyRetention: number;
  readonly workspaceRoot: string;
}

export interface DensityResult {
  readonly removals: readonly number[];
  readonly replacements: ReadonlyMap<number, IContent>;
  readonly metadata: {
    readonly readWritePairsPruned: number;
    readonly fileDeduplicationsPruned: number;
    readonly recencyPruned: number;
  };
}

export interface CompressionResultMetadata {
  originalMessageCount: number;
  compressedMessageCount: number;
  strategyUsed: CompressionStrategyName;
  llmCallMade: boolean;
  topPreserved?: number;
  bottomPreserved?: number;
  middleCompressed?: number;
  usage?: UsageStats;
}

/** `Reason`: the host imports the list of reasons from the package that returns them. */
type StrategyCompressionResult<Reason extends string> =
  | { kind: 'applied'; newHistory: IContent[]; metadata: CompressionResultMetadata }
  | { kind: 'noop'; reason: Reason; metadata: CompressionResultMetadata };

export interface CompressionStrategy<Reason extends string> {
  readonly name: CompressionStrategyName;
  readonly requiresLLM: boolean;
  readonly trigger: StrategyTrigger;
  compress(context: CompressionContext): Promise<StrategyCompressionResult<Reason>>;
  optimize?(history: readonly IContent[], config: DensityConfig): DensityResult;
}

export interface HistoryService {
  getCurated(): IContent[];
  getRawHistory(): readonly IContent[];
  estimateTokensForContents(contents: IContent[], model?: string): Promise<number>;
  add(content: IContent): void;
  applyDensityResult(result: DensityResult): Promise<void>;
  getCacheAnchorSeq(): number;
  setCacheAnchorSeq(seq: number): void;
}
