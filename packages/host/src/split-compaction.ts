import { pi, type PiMessage } from '@palimpsest/formats/pi';
import { readRecord } from '@palimpsest/engine/history';
import { recordText } from '@palimpsest/strategy-salience';

export { recordText };

/** Returns whether a text is a record that a compaction wrote. */
export function isRecordText(text: string): boolean {
  return readRecord(text) !== undefined;
}

/** A compaction as hosts store it: a text, and the messages that follow it. */
interface SplitCompaction<Message> {
  /** The record of the messages before the tail; `undefined` if all of them stay. */
  readonly text: string | undefined;
  /** Index of the first original message of the tail: the messages from there on stay. */
  readonly tailStart: number;
  /** Results in the tail that a rule of the user dropped, by their index in the original messages. */
  readonly changed: ReadonlyMap<number, Message>;
}

/** Splits compacted messages into a record and the original messages that follow it. Messages between them become part of the record, whole. */
export function splitCompaction<Message extends PiMessage>(
  original: readonly Message[],
  compacted: readonly PiMessage[],
): SplitCompaction<Message> {
  const changed = new Map<number, Message>();
  let tailStart = original.length;
  let end = compacted.length;
  for (; tailStart > 0 && end > 0; tailStart -= 1, end -= 1) {
    const [before, after] = [original[tailStart - 1]!, compacted[end - 1]!];
    if (before === after) continue;
    if (before.role !== 'toolResult' || before.toolCallId !== after.toolCallId) break;
    changed.set(tailStart - 1, after as Message);
  }
  const text = tailStart === 0 ? undefined : recordText(pi.decode(compacted.slice(0, end)));
  return { text, tailStart, changed };
}
