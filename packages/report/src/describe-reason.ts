import type { WhyLine } from './explain-session.ts';

const SPEAKERS = { user: 'the user', model: 'the model', tool: 'a tool' } as const;

/** Describes why a line is kept: `parseAmount — named by the model, 12 messages ago, in a definition`. */
export function describeReason({ reason, level }: WhyLine, dash = '—'): string {
  if (reason === undefined) return 'always kept';
  if (level === 0) return 'fills the remaining space';
  const { atom, saidBy, messagesAgo, inDefinition } = reason;
  const speakers = saidBy.map((speaker) => SPEAKERS[speaker]);
  const listed = joinTexts(
    [joinTexts(speakers.slice(0, -1), ', '), ...speakers.slice(-1)],
    ' and ',
  );
  const facts = joinTexts(
    [
      listed !== '' && `${atom === undefined ? 'said' : 'named'} by ${listed}`,
      messagesAgo === 1 ? 'in the newest message' : `${messagesAgo} messages ago`,
      inDefinition && 'in a definition',
    ],
    ', ',
  );
  return `${atom?.text ?? 'the whole line'} ${dash} ${facts}`;
}

function joinTexts(texts: readonly (string | false)[], separator: string): string {
  return texts.filter(Boolean).join(separator);
}
