import type { WhyLine } from './explain-session.ts';

const SPEAKERS = { user: 'the user', model: 'the model', tool: 'a tool' } as const;

/** `a`, `a and b`, or `a, b and c`. */
const LIST = new Intl.ListFormat('en-GB');

/** Describes why a line is kept: `parseAmount — named by the model, 12 messages ago, in a definition`. */
export function describeReason({ reason, level }: WhyLine, dash = '—'): string {
  if (reason === undefined) return 'always kept';
  if (level === 0) return 'fills the remaining space';
  const { atom, saidBy, messagesAgo, inDefinition } = reason;
  const speakers = LIST.format(saidBy.map((speaker) => SPEAKERS[speaker]));
  const facts = [
    speakers !== '' && `${atom === undefined ? 'said' : 'named'} by ${speakers}`,
    messagesAgo === 1 ? 'in the newest message' : `${messagesAgo} messages ago`,
    inDefinition && 'in a definition',
  ];
  return `${atom?.text ?? 'the whole line'} ${dash} ${facts.filter(Boolean).join(', ')}`;
}
