import { anthropicTable, type AnthropicMessage } from '../anthropic/table.ts';
import type { Format } from '../codec.ts';
import { defineFormat } from '../framework/format-table.ts';

export type { AnthropicMessage } from '../anthropic/table.ts';

export const anthropic: Format<AnthropicMessage> = defineFormat(anthropicTable);
