import { createHash } from 'node:crypto';

/** A message as the API received it. */
export interface SentMessage {
  readonly role: string;
  readonly content: string | readonly Block[];
}

export interface Block {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** What reasoning is bound to, in addition to the messages before it. */
export interface Frame {
  readonly system?: unknown;
  readonly tools?: unknown;
}

/** Returns a signature that is valid only after these messages. */
export function signatureFor(frame: Frame, before: readonly unknown[]): string {
  const { system, tools } = frame;
  return createHash('sha256')
    .update(JSON.stringify([system, tools, before]))
    .digest('base64');
}

export interface Checked {
  /** The messages without reasoning whose signature is invalid. */
  readonly messages: readonly SentMessage[];
  /** Paths of the dropped reasoning blocks. */
  readonly dropped: readonly string[];
}

/** Checks that each thinking block was signed for the messages before it, including their valid reasoning. */
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
