import type { ItemDialect } from './dialect.ts';
import { isRecord } from '../values.ts';

/** The Responses API. */
export const responsesDialect: ItemDialect = {
  name: 'openai-responses',
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
  takesMedia: ({ image_url, file_id, file_url, file_data }) =>
    [image_url, file_id, file_url, file_data].some((where) => typeof where === 'string'),
  file: (address, isUrl) => (isUrl ? { file_url: address } : { file_data: address }),
};

/** The OpenAI Agents SDK: the same items in camel case, with provider-specific members in `providerData`. */
export const agentsDialect: ItemDialect = {
  name: 'openai-agents',
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
  takesMedia: ({ image, file = image, detail = '', filename = '' }) =>
    (typeof file === 'string' ||
      holdsText(file, 'id') ||
      (image === undefined && holdsText(file, 'url'))) &&
    [detail, filename].every((word) => typeof word === 'string'),
  file: (address, isUrl) => ({ file: isUrl ? { url: address } : address }),
};

function holdsText(value: unknown, member: string): boolean {
  return isRecord(value) && typeof value[member] === 'string';
}

/** Session logs of Codex contain items of the Responses API. */
export const codexDialect: ItemDialect = { ...responsesDialect, name: 'codex' };
