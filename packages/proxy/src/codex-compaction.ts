import { fieldsOf, joinBytes, type Fields } from '@palimpsest/adapter';
import { parseRequestBody, type RequestBody } from '@palimpsest/formats';
import { readRecord } from '@palimpsest/engine/history';
import { messageDigest } from '@palimpsest/originals/sessions';
import { listOf, textOf } from './apis/api.ts';
import { bytesOf, oneChunk } from './body.ts';
import type { ProxyResponse } from './http-messages.ts';
import { planRequest, type SessionRequest } from './request-plan.ts';
import { formatEvent } from './recall/server-events.ts';

/**
 * Codex asks its provider to compact a conversation: the last item of its request is a trigger, and the answer is one item with content that
 * only the provider can read. Codex stores that item and sends it in place of what it represents. The proxy answers with its own item,
 * which has the shortened messages, and puts these back in later requests. So it keeps no state for it.
 */
const TRIGGER = 'compaction_trigger';
const ITEM = 'compaction';
/** Start of the content of the proxy's own items. */
const PREFIX = 'palimpsest:';

/** Shorter conversations are not compacted. */
const MIN_TOKENS = 2_000;

export function asksForCompaction({ messages }: RequestBody): boolean {
  return fieldsOf(messages.at(-1))['type'] === TRIGGER;
}

/** What an item of the proxy holds. */
interface Compacted {
  readonly messages: readonly unknown[];
  /** Ids of the originals that can be recalled: the messages do not prove them any more. */
  readonly originals: readonly string[];
}

/** Returns the body with the messages inside of the proxy's own items, the given object if it has none; and the originals of the items. */
export function expandCompactions(body: RequestBody): {
  readonly body: RequestBody;
  readonly originals: readonly string[];
} {
  const items = body.member === 'input' ? body.messages.map(readItem) : [];
  const originals = items.flatMap((item) => item?.originals ?? []);
  if (items.every((item) => item === undefined)) return { body, originals };
  let opened: unknown[] = [];
  for (const [at, message] of body.messages.entries()) {
    const inside = items[at]?.messages;
    if (inside === undefined) {
      opened.push(message);
      continue;
    }
    // Codex also keeps its instructions and the messages of the user: the item has them, too, at their places or in its record.
    const given = new Set(opened.flatMap((one) => saidBy(one) ?? []));
    const said = new Set(inside.flatMap((one) => saidBy(one) ?? []));
    const recorded = wordsIn(inside);
    opened = opened.filter(
      (one) => isInstruction(one) || !(said.has(saidBy(one) ?? '') || isRecorded(one, recorded)),
    );
    opened.push(...inside.filter((one) => !isInstruction(one) || !given.has(saidBy(one) ?? '')));
  }
  const input = { ...body.value, input: opened };
  return { body: parseRequestBody(input, 'openai-responses') ?? body, originals };
}

/** Answers a request for a compaction without a model. Returns `undefined` if the messages do not become shorter. */
export async function answerCompaction(
  request: SessionRequest,
  signal: AbortSignal,
): Promise<ProxyResponse | undefined> {
  const { body } = request;
  const messages = body.messages.slice(0, -1);
  const asked = parseRequestBody({ ...body.value, input: messages }, 'openai-responses');
  if (asked === undefined) return undefined;
  const plain = { ...request, body: asked };
  const { tokens } = await planRequest(plain, signal);
  if (tokens === undefined || tokens < MIN_TOKENS) return undefined;
  // The result replaces the history, and the reasoning that is bound to it.
  const shorter = await planRequest({ ...plain, force: true }, signal);
  const items = listOf(shorter.body['input']);
  if (JSON.stringify(items).length >= JSON.stringify(messages).length) return undefined;
  const compacted: Compacted = { messages: items, originals: await shorter.originalsInScope() };
  return respond(JSON.stringify(compacted), body.value, shorter.tokens ?? tokens);
}

function respond(text: string, asked: Fields, tokens: number): ProxyResponse {
  const digest = messageDigest(text);
  const content = PREFIX + toBase64(text);
  const item = { type: ITEM, id: `cmp_${digest}`, encrypted_content: content };
  const usage = { input_tokens: tokens, output_tokens: 0, total_tokens: tokens };
  const begun = { id: `resp_${digest}`, object: 'response', model: asked['model'] };
  const created = { ...begun, status: 'in_progress', output: [] };
  const completed = { ...begun, status: 'completed', output: [item], usage };
  if (asked['stream'] !== true) return responseOf('application/json', bytesOf(completed));
  const events = [
    { type: 'response.created', response: created },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: completed },
  ];
  const parts = events.map((event, sequence_number) =>
    formatEvent(event.type, { ...event, sequence_number }),
  );
  return responseOf('text/event-stream', joinBytes(parts));
}

function responseOf(type: string, bytes: Uint8Array): ProxyResponse {
  return { status: 200, headers: [['content-type', type]], body: oneChunk(bytes) };
}

/** Reads an item of the proxy; `undefined` for another item. */
function readItem(item: unknown): Compacted | undefined {
  const { type, encrypted_content: content } = fieldsOf(item);
  if (type !== ITEM || typeof content !== 'string' || !content.startsWith(PREFIX)) return undefined;
  try {
    const inside: unknown = JSON.parse(fromBase64(content.slice(PREFIX.length)));
    // An item of an earlier version is a list of messages.
    const { messages = inside, originals } = fieldsOf(inside);
    if (!Array.isArray(messages)) return undefined;
    return { messages, originals: listOf(originals).map(textOf) };
  } catch {
    return undefined;
  }
}

/** Returns what a message says and who says it; `undefined` for an item without a role. */
function saidBy(message: unknown): string | undefined {
  const { role, content } = fieldsOf(message);
  return role === undefined ? undefined : messageDigest([role, content]);
}

function isInstruction(message: unknown): boolean {
  const { role } = fieldsOf(message);
  return role === 'system' || role === 'developer';
}

/** Returns the words of people that records among the messages repeat whole. */
function wordsIn(messages: readonly unknown[]): ReadonlySet<string> {
  const items = messages.flatMap((message) =>
    textsOf(message).flatMap((text) => readRecord(text)?.items ?? []),
  );
  return new Set(
    items.flatMap(({ kind, lines }) => {
      const whole = lines.filter((line) => typeof line === 'string');
      return kind === 'person' && whole.length === lines.length ? [whole.join('\n')] : [];
    }),
  );
}

/** Returns whether a message has texts only, and all of them are in a record. */
function isRecorded(message: unknown, recorded: ReadonlySet<string>): boolean {
  if (recorded.size === 0 || fieldsOf(message)['role'] !== 'user') return false;
  const texts = textsOf(message);
  return texts.length > 0 && texts.every((text) => recorded.has(text));
}

/** Returns the texts of a message; an empty one for any other part. */
function textsOf(message: unknown): readonly string[] {
  const { role, content } = fieldsOf(message);
  if (role === undefined) return [];
  if (typeof content === 'string') return [content];
  return listOf(content).map((part) => textOf(fieldsOf(part)['text']));
}

function toBase64(text: string): string {
  return btoa(
    Array.from(new TextEncoder().encode(text), (unit) => String.fromCharCode(unit)).join(''),
  );
}

function fromBase64(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0)));
}
