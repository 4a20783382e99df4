import type { IContent } from '@palimpsest/core-types';
import type { CallNames } from '../call-ids.ts';
import { readEntry, syntheticMetadata } from '../native.ts';
import { isObject, listOf, membersOf, sameElements, textOf } from '../values.ts';
import type { OpenAIMessage } from './read.ts';

/** The decoded entry of a message, and the values it was decoded from. */
interface Reading {
  readonly entry: IContent;
  readonly facts: readonly unknown[];
}

const readings = new WeakMap<OpenAIMessage, Reading>();

/** Remembers the entry of a message, unless the message has members that can change without being replaced, such as lists of parts. */
export function rememberReading(message: OpenAIMessage, entry: IContent): void {
  const facts = factsOf(message);
  const calls = new Set(listOf(message.tool_calls));
  // A call is known by its identity: its members are facts of their own.
  const isPlain = facts.every((fact) => !isObject(fact) || calls.has(fact));
  if (isPlain) readings.set(message, { entry, facts });
}

/**
 * Returns the entry that a message was read as before, so that all that is known of the entry holds again. `undefined` if the message is
 * new or was edited in place. The calls before a result give it its name.
 */
export function findReading(
  message: OpenAIMessage,
  index: number,
  names: CallNames,
): IContent | undefined {
  const known = readings.get(message);
  if (known === undefined) return undefined;
  const { entry, facts } = known;
  const metadata = syntheticMetadata(message);
  if (metadata !== undefined && metadata !== entry.metadata) return undefined;
  if (!sameElements(factsOf(message), facts)) return undefined;
  for (const block of entry.blocks) {
    if (block.type === 'tool_call') names.addCall(block.id, block.name, index);
    if (block.type !== 'tool_response') continue;
    const toolName = names.resolveToolName(block.callId) ?? textOf(message.name);
    if (toolName === block.toolName) continue;
    return readEntry(
      { ...entry, blocks: [{ ...block, toolName }] },
      { format: 'openai', message },
      message,
    );
  }
  return entry;
}

/** Returns everything that `readMessage` reads of a message, in order. */
function factsOf(message: OpenAIMessage): unknown[] {
  const facts: unknown[] = [
    message.role,
    message.content,
    message.name,
    message.tool_call_id,
    message.reasoning_content,
    message.reasoning,
    message.refusal,
    message.audio,
    message.function_call,
  ];
  for (const call of listOf(message.tool_calls)) {
    const { id, custom, function: called } = membersOf(call);
    const { name, arguments: written } = membersOf(called);
    facts.push(call, id, custom, name, written);
  }
  return facts;
}
