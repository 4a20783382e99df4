import { createHash } from 'node:crypto';

/** A message as it arrived. */
export interface SentMessage {
  readonly role: string;
  readonly content: string | readonly Block[];
}

export interface Block {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** All that reasoning is bound to, beside the messages before it. */
export interface Frame {
  readonly system?: unknown;
  readonly tools?: unknown;
}

/** A signature that holds for these messages before it, and no others. */
export function signatureFor(frame: Frame, before: readonly unknown[]): string {
  const { system, tools } = frame;
  return createHash('sha256')
    .update(JSON.stringify([system, tools, before]))
    .digest('base64');
}

export interface Checked {
  /** Without the reasoning that does not hold. */
  readonly messages: readonly SentMessage[];
  /** Where it stood. */
  readonly dropped: readonly string[];
}

/** Looks at each thinking block: it must have been made for what stands before it, reasoning that holds included. */
export function checkBinding(frame: Frame, messages: readonly SentMessage[]): Checked {
  const kept: SentMessage[] = [];
  const dropped: string[] = [];
  for (const [at, { role, content }] of messages.entries()) {
    if (typeof content === 'string') {
      kept.push({ role, content });
      continue;
    }
    const holds = (block: Block) =>
      block.type !== 'thinking' || block['signature'] === signatureFor(frame, kept);
    const blocks = content.filter(holds);
    for (const [index, block] of content.entries()) {
      if (!blocks.includes(block)) dropped.push(`messages.${at}.content.${index}`);
    }
    kept.push({ role, content: blocks });
  }
  return { messages: kept, dropped };
}
