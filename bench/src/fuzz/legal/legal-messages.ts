import type { FormatName } from '@palimpsest/formats';
import type fc from 'fast-check';
import type { NastyMessages } from '../nasty-messages.ts';
import { inRecords, shapeOf } from '../session-log.ts';
import { conversationPlans } from './conversation-plan.ts';
import { payloadsOf } from './result-payloads.ts';
import { writeConversation } from './write-conversation.ts';

/** Draws valid conversations of a format with rich tool results, as its provider or framework writes them: no codec is involved. */
export function legalMessages(format: FormatName): fc.Arbitrary<NastyMessages> {
  const shape = shapeOf(format);
  return conversationPlans(payloadsOf(shape)).map((plan) => ({
    messages: inRecords(asSent(writeConversation(shape, plan)), format),
    isCareless: false,
  }));
}

function asSent(messages: readonly object[]): object[] {
  return JSON.parse(JSON.stringify(messages)) as object[];
}
