import type { FormatName } from '../codec.ts';
import { isRecord, type Members } from '../framework/values.ts';

/** An item of the Responses API or of the Agents SDK. Unlisted members are preserved. */
export interface Item {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly role?: unknown;
  readonly content?: unknown;
  readonly status?: unknown;
  readonly phase?: unknown;
  readonly name?: unknown;
  readonly output?: unknown;
  readonly [member: string]: unknown;
}

/** Removes the id of an item. With it, the server would use its stored version and ignore the changes. */
export function withoutId(item: Item): Item {
  if (!('id' in item)) return item;
  const { id: _id, ...rest } = item;
  return rest;
}

/** Names and shapes in which the Responses API and the Agents SDK differ. */
export interface ItemDialect {
  readonly name: FormatName;
  /** What the items are. */
  readonly title: string;
  /** Member that links an output to its call. */
  readonly callId: 'call_id' | 'callId';
  /** Type of the output of a `function_call`. */
  readonly functionOutput: 'function_call_output' | 'function_call_result';
  /** Whether outputs contain the name of their tool. */
  readonly hasToolNames: boolean;
  /** Members that new items need besides their content. */
  readonly completed: Members;
  /** Member of a shell output with the exit code of a command. */
  readonly exitCode: 'exit_code' | 'exitCode';
  /** Whether an instruction is one text, never a list of parts. */
  readonly hasPlainInstructions: boolean;
  /** Writes an output of one text by default. */
  readonly outputText: (text: string) => unknown;
  /** Creates a reasoning item from a thought and its encrypted content. */
  readonly reasoning: (thought: string, encrypted: string | undefined) => Item;
  /** Returns the encrypted content of a reasoning item. */
  readonly encryptedOf: (item: Item) => unknown;
  /** Member of an `input_image` part with its URL. */
  readonly image: 'image_url' | 'image';
  /** Returns the members of an `input_file` part with its bytes or its URL. */
  readonly file: (address: string, isUrl: boolean) => Members;
}

/** The Responses API. */
export const responsesDialect: ItemDialect = {
  name: 'openai-responses',
  title: 'items of the Responses API',
  callId: 'call_id',
  functionOutput: 'function_call_output',
  hasToolNames: false,
  completed: {},
  exitCode: 'exit_code',
  hasPlainInstructions: false,
  outputText: (text) => text,
  reasoning: (thought, encrypted) => ({
    type: 'reasoning',
    summary: thought === '' ? [] : [{ type: 'summary_text', text: thought }],
    ...(encrypted === undefined ? {} : { encrypted_content: encrypted }),
  }),
  encryptedOf: (item) => item['encrypted_content'],
  image: 'image_url',
  file: (address, isUrl) => (isUrl ? { file_url: address } : { file_data: address }),
};

/** The OpenAI Agents SDK: the same items in camel case, with provider-specific members in `providerData`. */
export const agentsDialect: ItemDialect = {
  name: 'openai-agents',
  title: 'items of the OpenAI Agents SDK for JavaScript',
  callId: 'callId',
  functionOutput: 'function_call_result',
  hasToolNames: true,
  completed: { status: 'completed' },
  exitCode: 'exitCode',
  hasPlainInstructions: true,
  outputText: (text) => ({ type: 'text', text }),
  reasoning: (thought, encrypted) => ({
    type: 'reasoning',
    content: thought === '' ? [] : [{ type: 'input_text', text: thought }],
    ...(encrypted === undefined ? {} : { providerData: { encrypted_content: encrypted } }),
  }),
  encryptedOf: ({ providerData }) =>
    isRecord(providerData) ? providerData['encrypted_content'] : undefined,
  image: 'image',
  file: (address, isUrl) => ({ file: isUrl ? { url: address } : address }),
};

/** Session logs of Codex contain items of the Responses API. */
export const codexDialect: ItemDialect = { ...responsesDialect, name: 'codex' };
