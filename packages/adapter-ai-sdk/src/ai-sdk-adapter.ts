import {
  type Adapter,
  type AdapterOptions,
  checkAdapterOptions,
  createAdapter,
  isServerManaged,
} from '@palimpsest/adapter';
import { OptionError } from '@palimpsest/core-types';
import type { RecallAnswer } from '@palimpsest/recall';
import type { LanguageModelMiddleware, Tool } from 'ai';
import { ingestTools, type IngestTools } from './ingest-tools.ts';
import { createMiddleware } from './middleware.ts';
import { stepPreparer, type PreparedStep, type StepToPrepare } from './prepare-step.ts';
import { createRecallTool } from './recall-tool.ts';

export interface AiSdkAdapterOptions extends AdapterOptions {
  /**
   * The `providerOptions` of your calls. The AI SDK does not pass them to `prepareStep`, which needs them to leave server-managed
   * conversations alone. `middleware` sees them without this option.
   */
  readonly providerOptions?: object;
}

/** Hooks of one session for the AI SDK, versions 6 and 7. Use either `middleware` or `prepareStep` for a call, not both. */
export interface AiSdkAdapter {
  /** For `wrapLanguageModel`. Sees every request and the provider's token usage. */
  readonly middleware: LanguageModelMiddleware;
  /** For `generateText`, `streamText` and `ToolLoopAgent`. Resolves to `undefined` if nothing changes. */
  readonly prepareStep: (step: StepToPrepare) => Promise<PreparedStep | undefined>;
  /** Returns removed content to the model. Offer it as `recall` from the first call on. */
  readonly recallTool: Tool<unknown, RecallAnswer>;
  /** Wraps tools so that their results are reduced before the model sees them. The application keeps the whole results. */
  readonly ingest: IngestTools;
  /** Executes a call of the recall tool, for tools that run elsewhere. */
  readonly recall: Adapter['recall'];
  /** Store of removed content. */
  readonly originals: Adapter['originals'];
}

/**
 * Keeps requests of an AI SDK agent inside the model's context window. One adapter is one session.
 *
 * @throws {OptionError} when an option is invalid; {SettingError} when a setting is
 */
export function aiSdkAdapter(options: AiSdkAdapterOptions = {}): AiSdkAdapter {
  checkAdapterOptions(options, ['providerOptions']);
  const { providerOptions, ...others } = options;
  if (providerOptions !== undefined && !isOptions(providerOptions)) {
    const expected = 'an object of options by the name of the provider';
    throw new OptionError('providerOptions', providerOptions, expected);
  }
  const adapter = createAdapter(others);
  const recallTool = createRecallTool(adapter);
  const isHeld = isServerManaged(providerOptions);
  return {
    middleware: createMiddleware(adapter),
    prepareStep: isHeld ? () => Promise.resolve(undefined) : stepPreparer(adapter),
    recallTool,
    ingest: ingestTools(adapter, recallTool),
    recall: (input) => adapter.recall(input),
    originals: adapter.originals,
  };
}

function isOptions(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
