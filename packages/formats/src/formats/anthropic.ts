import { anthropicTable, type AnthropicMessage } from '../anthropic/table.ts';
import type { Format } from '../codec.ts';
import { defineFormat } from '../framework/format-table.ts';

export type { AnthropicMessage } from '../anthropic/table.ts';

/** Messages API. A user message with tool results becomes one entry per result and one per run of other blocks. */
export const anthropic: Format<AnthropicMessage> = defineFormat(anthropicTable);
