import type { FormatName } from '../codec.ts';
import { isRecord, listOf } from '../values.ts';

interface Probe {
  readonly role?: unknown;
  readonly content?: unknown;
  readonly stopReason?: unknown;
  readonly timestamp?: unknown;
}

const PI_PARTS = ['thinkingSignature', 'textSignature'];
const GENKIT_PARTS = ['toolRequest', 'toolResponse'];
const KNOWN_ROLES = new Set<unknown>([
  'system',
  'developer',
  'user',
  'assistant',
  'model',
  'tool',
  'function',
]);

/** Detects a format of messages with a role as agents store them, and whether no other format is possible. */
export function inspectAgentMessage(
  message: object,
): { readonly format: FormatName; readonly isSure: boolean } | undefined {
  const { role, content, stopReason, timestamp }: Probe = message;
  const parts = listOf(content).filter(isRecord);
  const isPi =
    role === 'toolResult' ||
    (role === 'assistant' && typeof stopReason === 'string') ||
    parts.some(
      (part) =>
        part['type'] === 'toolCall' ||
        (part['type'] === 'image' &&
          typeof part['data'] === 'string' &&
          typeof part['mimeType'] === 'string') ||
        PI_PARTS.some((name) => typeof part[name] === 'string'),
    );
  if (isPi) return { format: 'pi', isSure: true };
  const isCustom = typeof role === 'string' && !KNOWN_ROLES.has(role);
  if (isCustom && typeof timestamp === 'number') return { format: 'pi', isSure: false };
  const isGenkit =
    (role === 'model' && Array.isArray(content)) ||
    parts.some((part) => GENKIT_PARTS.some((name) => isRecord(part[name])));
  return isGenkit ? { format: 'genkit', isSure: true } : undefined;
}
