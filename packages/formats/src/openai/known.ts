import type { IContent } from '@palimpsest/core-types';
import type { CallNames } from '../call-ids.ts';
import { readEntry, syntheticMetadata } from '../native.ts';
import { isObject, listOf, membersOf, textOf } from '../values.ts';
import type { OpenAICall, OpenAIMessage } from './read.ts';

/** The decoded entry of a message, and the values it was decoded from. */
interface Reading {
  readonly entry: IContent;
  readonly facts: readonly unknown[];
}

const readings = new WeakMap<OpenAIMessage, Reading>();

/** Remembers the entry of a message, unless the message has members that can change without being replaced, such as lists of parts. */
export function rememberReading(message: OpenAIMessage, entry: IContent): void {
  const facts: unknown[] = [];
  const isPlain = everyFact(message, (fact, isCall = false) => {
    facts.push(fact);
    return isCall || !isObject(fact);
  });
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
  let next = 0;
  const isUnchanged = everyFact(message, (fact) => fact === facts[next++]);
  if (!isUnchanged || next !== facts.length) return undefined;
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

/** Tests a fact. A call is known by its identity: its members are facts of their own. */
type TestFact = (fact: unknown, isCall?: boolean) => boolean;

/** Tests everything that `readMessage` reads of a message, in order. */
function everyFact(message: OpenAIMessage, test: TestFact): boolean {
  const isTested =
    test(message.role) &&
    test(message.content) &&
    test(message.name) &&
    test(message.tool_call_id) &&
    test(message.reasoning_content) &&
    test(message.reasoning) &&
    test(message.refusal) &&
    test(message.audio) &&
    test(message.function_call);
  if (!isTested) return false;
  for (const call of listOf(message.tool_calls)) {
    if (!test(call, true)) return false;
    const { id, custom, function: called }: OpenAICall = membersOf(call);
    if (!test(id) || !test(custom) || !test(called?.name) || !test(called?.arguments)) return false;
  }
  return true;
}
