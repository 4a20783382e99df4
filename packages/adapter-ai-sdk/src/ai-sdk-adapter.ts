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
   * The `providerOptions` of your calls. The AI SDK does not show them to `prepareStep`: with them it leaves alone what continues a
   * conversation that the provider holds. `middleware` sees those of each call without this.
   */
  readonly providerOptions?: object;
}

/** Hooks of one session for the AI SDK, versions 6 and 7. Use `middleware` or `prepareStep`, not both for the same calls. */
export interface AiSdkAdapter {
  /** For `wrapLanguageModel`: sees all that is sent, in every call, and what the provider counted. */
  readonly middleware: LanguageModelMiddleware;
  /** For `generateText`, `streamText` and `ToolLoopAgent`. `undefined` where nothing is to be changed. */
  readonly prepareStep: (step: StepToPrepare) => Promise<PreparedStep | undefined>;
  /** Gives the model back what was taken out. Offer it from the first call on, as `recall`. */
  readonly recallTool: Tool<unknown, RecallAnswer>;
  /** Tools whose results are reduced before the model sees them. The application keeps what they returned. */
  readonly ingest: IngestTools;
  /** Answers a call of the recall tool, for tools that are executed elsewhere. */
  readonly recall: Adapter['recall'];
  /** Where what was taken out is kept. */
  readonly originals: Adapter['originals'];
}

/**
 * Keeps what an agent of the AI SDK sends inside its model's window. One adapter is one session.
 *
 * @throws {OptionError} for options that cannot be meant; {SettingError} for a wrong setting
 */
export function aiSdkAdapter(options: AiSdkAdapterOptions = {}): AiSdkAdapter {
  checkAdapterOptions(options, ['providerOptions']);
  const { providerOptions, ...others } = options;
  if (providerOptions !== undefined && !isOptions(providerOptions)) {
    const accepted = 'an object of options by the name of the provider';
    throw new OptionError('providerOptions', providerOptions, accepted);
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
