import { toUsageStats, type Adapter, type ReportUsage } from '@palimpsest/adapter';
import { anthropic } from '@palimpsest/formats/anthropic';
import {
  BeforeToolCallEvent,
  ConversationManager,
  InvokeModelStage,
  type ConversationManagerReduceOptions,
  type InvokeModelContext,
  type LocalAgent,
  type Message,
  type Tool,
  type Usage,
} from '@strands-agents/sdk';
import {
  fromAnthropicMessage,
  toAnthropicMessage,
  type AnthropicLikeMessage,
} from './convert-messages.ts';

/** Maximum number of retries after refusals in a row, and the context window of a retry as a share of the refused tokens. */
const MAX_REFUSALS = 3;
const RETRY_SHARE = 0.75;

/** State of an agent's requests. */
interface AgentRequests {
  /** Estimated tokens of the newest request; 0 if preparing it failed. */
  tokens: number;
  /** Requests that the provider refused as too long since its last response. */
  refusals: number;
  /** Context window, lowered by refusals. */
  contextLimit?: number;
  report: ReportUsage;
}

/** Fits each request of an agent into the window. `agent.messages` keeps every message. */
export class FittingConversationManager extends ConversationManager {
  readonly name = 'palimpsest';
  readonly #requests = new WeakMap<LocalAgent, AgentRequests>();
  readonly #adapter: Adapter;
  readonly #recallTool: Tool;

  constructor(adapter: Adapter, recallTool: Tool) {
    super();
    this.#adapter = adapter;
    this.#recallTool = recallTool;
  }

  getTools(): Tool[] {
    return [this.#recallTool];
  }

  override initAgent(agent: LocalAgent): void {
    super.initAgent(agent);
    const requests: AgentRequests = { tokens: 0, refusals: 0, report: () => undefined };
    this.#requests.set(agent, requests);
    const fit = this.#fit.bind(this, requests);
    agent.addMiddleware(InvokeModelStage, async function* fitRequest(context, next) {
      const response = yield* next({ ...context, messages: await fit(context) });
      const usage = readUsage(response.result.metadata?.usage);
      if (usage !== undefined) requests.report(usage);
      requests.refusals = 0;
      return response;
    });
    agent.addHook(BeforeToolCallEvent, async (event) => {
      const { name, input: parameters } = event.toolUse;
      const messages = agent.messages.map(toAnthropicMessage);
      event.cancel ||=
        (await this.#adapter.guard(anthropic, { name, parameters }, messages)) ?? false;
    });
  }

  /** Called when a provider refused a request as too long. Returns whether to try again, with a shorter one. */
  override reduce({ agent }: ConversationManagerReduceOptions): boolean {
    const requests = this.#requests.get(agent);
    if (requests === undefined || requests.refusals === MAX_REFUSALS) return false;
    // Without the size of the refused request, there is no smaller window to try.
    if (requests.tokens === 0) return false;
    requests.refusals += 1;
    requests.contextLimit = Math.max(1, Math.floor(requests.tokens * RETRY_SHARE));
    return true;
  }

  async #fit(requests: AgentRequests, context: InvokeModelContext): Promise<readonly Message[]> {
    const { model, messages, systemPrompt: system, toolSpecs: tools } = context;
    const sources = new Map(messages.map((message) => [toAnthropicMessage(message), message]));
    const converted = [...sources.keys()];
    const { maxTokens: maxOutputTokens, contextWindowLimit } = model.getConfig();
    const adapted = await this.#adapter.adapt<AnthropicLikeMessage>(anthropic, converted, {
      model: model.modelId,
      maxOutputTokens,
      contextLimit: requests.contextLimit ?? contextWindowLimit,
      overhead: { system, tools },
      force: requests.refusals > 0,
    });
    requests.report = adapted.report;
    requests.tokens = adapted.outcome?.tokensAfter ?? 0;
    if (adapted.messages === converted) return messages;
    return adapted.messages.map((message) => sources.get(message) ?? fromAnthropicMessage(message));
  }
}

/** Reads token usage. Some models count cached tokens as input, others in addition: then they exceed the input, or the total does not match. */
function readUsage(usage: Usage | undefined): ReturnType<typeof toUsageStats> {
  if (usage === undefined) return undefined;
  const { inputTokens: input, outputTokens: completion, totalTokens: total } = usage;
  const { cacheReadInputTokens: cached = 0, cacheWriteInputTokens: created = 0 } = usage;
  const isInput = cached + created <= input && input + completion === total;
  return toUsageStats({
    prompt: isInput ? input : input + cached + created,
    completion,
    cached,
    created,
  });
}
