import { isRecord } from '@palimpsest/core-types';
import {
  createAdapter,
  isServerManaged,
  createAdapterMembers,
  type AdapterOptions,
  type AgentTool,
  type AdapterMembers,
} from '@palimpsest/adapter';
import type { ToolAnswer } from '@palimpsest/originals/recall';
import { jsonSchema, type LanguageModelMiddleware, type Tool } from 'ai';
import { createMiddleware } from './middleware.ts';
import { createPrepareStep, type PreparedStep, type StepToPrepare } from './prepare-step.ts';
import {
  createGuardWrapper,
  createIngestWrapper,
  type GuardTools,
  type ToolWrapper,
} from './wrap-tools.ts';

export interface AiSdkAdapterOptions extends AdapterOptions {
  /**
   * The `providerOptions` of your calls. The AI SDK does not pass them to `prepareStep`, which needs them to leave server-managed
   * conversations alone. `middleware` sees them without this option.
   */
  readonly providerOptions?: object;
}

/** Hooks of one session for the AI SDK, versions 6 and 7. Use either `middleware` or `prepareStep` for a call, not both. */
export interface AiSdkAdapter extends AdapterMembers<Tool<unknown, ToolAnswer>> {
  /** For `wrapLanguageModel`. Sees every request and the provider's token usage. */
  readonly middleware: LanguageModelMiddleware;
  /** For `generateText`, `streamText` and `ToolLoopAgent`. Resolves to `undefined` if nothing changes. */
  readonly prepareStep: (step: StepToPrepare) => Promise<PreparedStep | undefined>;
  /** Wraps tools so that their results are reduced before the model sees them. The application keeps the whole results. */
  readonly ingest: ToolWrapper;
  /** Wraps tools so that a call that would copy a marker of a compression fails, with an error that explains to the model what to do. */
  readonly guard: GuardTools;
}

/**
 * Keeps requests of an AI SDK agent inside the model's context window. One adapter is one session.
 *
 * @throws {OptionError} when an option is invalid; {SettingError} when a setting is
 */
export function aiSdkAdapter(options: AiSdkAdapterOptions = {}): AiSdkAdapter {
  const adapter = createAdapter(options, {
    providerOptions: [isRecord, 'an object of options by the name of the provider'],
  });
  const hooks = createAdapterMembers(adapter, toAiSdkTool);
  const isManaged = isServerManaged(options.providerOptions);
  return {
    middleware: createMiddleware(adapter),
    prepareStep: isManaged ? () => Promise.resolve(undefined) : createPrepareStep(adapter),
    ingest: createIngestWrapper(adapter, hooks.recallTool),
    guard: createGuardWrapper(adapter, hooks.recallTool),
    ...hooks,
  };
}

/** Returns a tool for the AI SDK. It accepts any input, so that invalid input from the model gets an error text. */
function toAiSdkTool({ description, inputSchema, run }: AgentTool): Tool<unknown, ToolAnswer> {
  return {
    description,
    inputSchema: jsonSchema(inputSchema),
    execute: run,
    toModelOutput: ({ output: { text, isError } }) => ({
      type: isError ? 'error-text' : 'text',
      value: text,
    }),
  };
}
