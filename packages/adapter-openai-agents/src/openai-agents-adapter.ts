import {
  createAdapter,
  createAdapterMembers,
  type AdapterOptions,
  type AgentTool,
  type AdapterMembers,
} from '@palimpsest/adapter';
import {
  tool,
  type CallModelInputFilter,
  type FunctionTool,
  type Runner,
  type Session,
  type ToolInputGuardrailDefinition,
} from '@openai/agents';
import { createInputFilter, type ModelInputs } from './input-filter.ts';
import { createCompressedSession } from './compressed-session.ts';
import { createToolGuardrail } from './tool-guardrail.ts';
import { createUsageReports } from './usage-reports.ts';

/** Hooks of one session for the OpenAI Agents SDK. */
export interface OpenAIAgentsAdapter extends AdapterMembers<FunctionTool> {
  /** For a `Runner` or a run: rewrites the model input of each call. The session's items do not change. */
  readonly callModelInputFilter: CallModelInputFilter;
  /**
   * For `inputGuardrails` of a tool, together with `callModelInputFilter`: a call that would copy a marker of a compression does not run, and the
   * model gets an error that explains what to do.
   */
  readonly toolInputGuardrail: ToolInputGuardrailDefinition;
  /** Lets the runner report token usage, which the SDK does not pass to filters. */
  readonly watchUsage: (runner: Pick<Runner, 'on'>) => void;
  /**
   * Wraps a session so that reads fit the window, for runs without `callModelInputFilter`; works between runs only. The wrapped session keeps
   * added items whole. A session that the provider compacts is returned unchanged.
   */
  readonly session: (wrapped: Session) => Session;
  /** Returns removed content to the model. Give it to every agent, from the first call on. */
  readonly recallTool: FunctionTool;
}

/**
 * Keeps requests of the OpenAI Agents SDK inside the model's context window. One adapter is one session.
 *
 * @throws {OptionError} when an option is invalid; {SettingError} when a setting is
 */
export function openaiAgentsAdapter(options: AdapterOptions = {}): OpenAIAgentsAdapter {
  const adapter = createAdapter(options);
  const reports = createUsageReports();
  const inputs: ModelInputs = new WeakMap();
  return {
    callModelInputFilter: createInputFilter(adapter, reports, inputs),
    toolInputGuardrail: createToolGuardrail(adapter, inputs),
    watchUsage: reports.watch,
    session: (wrapped) => createCompressedSession(adapter, wrapped),
    ...createAdapterMembers(adapter, toFunctionTool),
  };
}

/** Returns a tool for the Agents SDK. It accepts any input, so that invalid input from the model gets an error text. */
function toFunctionTool({ name, description, inputSchema, run }: AgentTool): FunctionTool {
  const { required = [], ...schema } = inputSchema;
  const created: unknown = tool({
    name,
    description,
    parameters: { ...schema, required, additionalProperties: true },
    strict: false,
    execute: async (input) => (await run(input)).text,
  });
  return created as FunctionTool;
}
