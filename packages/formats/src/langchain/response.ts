import { withoutId, type Item } from '../items/dialect.ts';
import { repairReasoning, type WrittenItem } from '../items/reasoning.ts';
import type { Fields } from './forms.ts';
import { same } from '../framework/same.ts';
import { writeArguments } from '../results/arguments.ts';
import {
  isObject,
  isRecord,
  listOf,
  membersOf,
  textOf,
  type Members,
} from '../framework/values.ts';

/**
 * What else an answer of the Responses API is written down in. `@langchain/openai` sends its items, `response_metadata.output`, and not
 * what the message says, so they have to say the same; its reasoning and the ids of its items go with them.
 *
 * @param fields of the changed message
 * @param raw of the message it was read from
 */
export function answerFields(fields: Fields, raw: Fields): Fields {
  const { response_metadata: metadata } = raw;
  const items = isRecord(metadata) ? listOf(metadata['output']).filter(isItem) : [];
  if (!isRecord(metadata) || items.length === 0) return {};
  const output = writeOutput(items, fields, raw);
  const { output: _output, ...rest } = metadata;
  const response = output.length === 0 ? rest : { ...rest, output };
  const { additional_kwargs: kwargs } = fields;
  return {
    response_metadata: response,
    ...(isRecord(kwargs) ? { additional_kwargs: writeKwargs(kwargs, items, output) } : {}),
  };
}

function isItem(value: unknown): value is Item {
  return isRecord(value) && typeof value['type'] === 'string';
}

function writeOutput(items: readonly Item[], fields: Fields, raw: Fields): readonly Item[] {
  const before = callsById(raw);
  const calls = callsById(fields);
  const texts = textsOf(fields);
  const isSaid = same(texts, textsOf(raw));
  const isThought = partsOf(fields, 'reasoning').length === partsOf(raw, 'reasoning').length;
  const first = items.findIndex(({ type }) => type === 'message');
  const write = (item: Item, record: number): Item | undefined => {
    if (item.type === 'reasoning') return isThought ? item : undefined;
    if (item.type === 'message') {
      if (isSaid) return item;
      return record === first ? writeTexts(item, texts) : undefined;
    }
    const id = textOf(item['call_id']);
    const own = before.get(id);
    const call = calls.get(id);
    if (own === undefined || (call !== undefined && same(call, own))) return item;
    return call === undefined ? undefined : writeCall(item, call);
  };
  const written: WrittenItem[] = [];
  if (first === -1 && !isSaid && texts.length > 0) {
    const message = writeTexts({ type: 'message', role: 'assistant' }, texts);
    if (message !== undefined) written.push({ item: message });
  }
  for (const [record, given] of items.entries()) {
    const item = write(given, record);
    if (item !== undefined) written.push({ item, record });
  }
  for (const [id, call] of calls) {
    if (before.has(id)) continue;
    written.push({ item: writeCall({ type: 'function_call', call_id: id }, call) });
  }
  return repairReasoning(written, items).map(({ item }) => item);
}

function callsById({ tool_calls: calls }: Fields): ReadonlyMap<string, Members> {
  const known = listOf(calls).filter(isObject).map(membersOf);
  return new Map(known.map((call) => [textOf(call['id']), call]));
}

function partsOf({ content }: Fields, type: string): readonly Members[] {
  return listOf(content)
    .filter(isRecord)
    .filter((part) => part['type'] === type);
}

function textsOf(fields: Fields): readonly string[] {
  const { content } = fields;
  const texts =
    typeof content === 'string'
      ? [content]
      : partsOf(fields, 'text').map((part) => textOf(part['text']));
  return texts.filter((text) => text !== '');
}

/** Merges all texts into one message, with its refusal. */
function writeTexts(message: Item, texts: readonly string[]): Item | undefined {
  const others = listOf(message.content).filter(
    (part) => membersOf(part)['type'] !== 'output_text',
  );
  const own = texts.map((text) => ({ type: 'output_text', text, annotations: [] }));
  const content = [...own, ...others];
  return content.length === 0 ? undefined : { ...withoutId(message), content };
}

function writeCall(item: Item, { name, args }: Members): Item {
  const rest = withoutId(item);
  const { action, input } = membersOf(args);
  if (item.type === 'computer_call') return { ...rest, action };
  if (item.type !== 'custom_tool_call') return { ...rest, name, arguments: writeArguments(args) };
  return { ...rest, name, input: typeof input === 'string' ? input : writeArguments(args) };
}

/** Item ids by call id. */
const CALL_IDS = '__openai_function_call_ids__';

function writeKwargs(kwargs: Members, before: readonly Item[], output: readonly Item[]): Members {
  const ids = new Set(output.map(({ id }) => id));
  const calls = new Set(output.map((item) => item['call_id']));
  const removed = new Set(
    before.map((item) => item['call_id']).filter((id) => id !== undefined && !calls.has(id)),
  );
  const { reasoning, [CALL_IDS]: callIds, tool_outputs: hosted, ...rest } = kwargs;
  const isKept = isRecord(reasoning) && output.some(({ type }) => type === 'reasoning');
  return {
    ...rest,
    ...(isKept && ids.has(reasoning['id']) ? { reasoning } : {}),
    ...(isRecord(callIds)
      ? { [CALL_IDS]: Object.fromEntries(Object.entries(callIds).filter(([, id]) => ids.has(id))) }
      : {}),
    ...(Array.isArray(hosted)
      ? { tool_outputs: hosted.filter((item) => !isRecord(item) || !removed.has(item['call_id'])) }
      : {}),
  };
}
