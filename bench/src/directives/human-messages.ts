import { sentenceSpans, type Span } from '@palimpsest/engine/text';
import { conversations } from '../corpus.ts';

/** A user message of a recorded conversation, with its sentences; none crosses a line break. */
export interface HumanMessage {
  readonly conversation: string;
  readonly source: string;
  /** Index among the messages of the conversation. */
  readonly message: number;
  readonly text: string;
  readonly sentences: readonly Span[];
}

/** Source of the recorded meetings: the participants talk to each other, so they give an agent no directives. */
const MEETINGS = 'qmsum';

/**
 * Yields the user messages of every second conversation, each text once. They were labelled by hand, and not looked at while the detector was
 * made; the other conversations serve to improve it.
 */
export function* humanMessages(): Generator<HumanMessage> {
  const seen = new Set<string>();
  let count = 0;
  for (const { id, source, messages } of conversations(true)) {
    const isHeld = count % 2 === 0;
    count += 1;
    for (const [message, { role, content }] of messages.entries()) {
      if (source === MEETINGS || role !== 'user' || typeof content !== 'string') continue;
      // A text of both halves belongs to the half in which it occurs first.
      if (seen.has(content)) continue;
      seen.add(content);
      if (!isHeld) continue;
      yield { conversation: id, source, message, text: content, sentences: sentenceSpans(content) };
    }
  }
}
