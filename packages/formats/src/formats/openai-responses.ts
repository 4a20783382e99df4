import type { Format } from '../codec.ts';
import { itemCodec } from '../items/codec.ts';
import { responsesDialect, type Item } from '../items/dialect.ts';

/** An item of OpenAI's Responses API, of its input or its output. */
export type OpenAIResponsesItem = Item;

/**
 * Items of the Responses API. A model turn up to its calls is one entry: reasoning, message and calls. A changed item loses its `id`, under
 * which the server would use the stored item.
 */
export const openaiResponses: Format<OpenAIResponsesItem> = itemCodec(responsesDialect);
