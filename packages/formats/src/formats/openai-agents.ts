import type { Format } from '../codec.ts';
import { itemCodec } from '../items/codec.ts';
import { agentsDialect, type Item } from '../items/dialect.ts';

/** An `AgentInputItem` of the OpenAI Agents SDK for JavaScript. */
export type OpenAIAgentsItem = Item;

/** Items of the OpenAI Agents SDK, read like those of the Responses API. */
export const openaiAgents: Format<OpenAIAgentsItem> = itemCodec(agentsDialect);
