import { isRecord, listOf, membersOf, textOf } from '../framework/values.ts';
import type { Fields } from './forms.ts';

/** Ids of items by the ids of their calls. */
const CALL_IDS = '__openai_function_call_ids__';

/**
 * Returns the fields of a changed answer of the Responses API without the items that it was read from, `response_metadata.output`:
 * `@langchain/openai` sends these items if they are there, and else makes new ones of what the message says. Without them, their reasoning
 * and their ids mean nothing. The id of a message item goes, too: `@langchain/openai` would send it, and the server then requires the
 * reasoning before that item.
 */
export function withoutItems(given: Fields): Fields {
  const { response_metadata: metadata, additional_kwargs: kwargs } = given;
  if (!isRecord(metadata) || listOf(metadata['output']).length === 0) return given;
  const { output: _output, ...rest } = metadata;
  const { id: itemId, ...withoutId } = given;
  const fields = textOf(itemId).startsWith('msg_') ? withoutId : given;
  if (!isRecord(kwargs)) return { ...fields, response_metadata: rest };
  const { reasoning: _reasoning, [CALL_IDS]: _ids, tool_outputs: outputs, ...own } = kwargs;
  const calls = new Set(listOf(fields.tool_calls).map((call) => membersOf(call)['id']));
  const left = listOf(outputs).filter((item) => {
    const { call_id: id } = membersOf(item);
    return id === undefined || calls.has(id);
  });
  const additional_kwargs = Array.isArray(outputs) ? { ...own, tool_outputs: left } : own;
  return { ...fields, response_metadata: rest, additional_kwargs };
}
