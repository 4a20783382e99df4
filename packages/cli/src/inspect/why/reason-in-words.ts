import type { WhyLine } from './why.ts';

const SPEAKERS = { user: 'the user', model: 'the model', tool: 'a tool' } as const;

/** Why a line is kept, in words: `parseAmount — named by the model, 12 messages ago, in a definition`. */
export function reasonInWords({ reason, level }: WhyLine, dash: string): string {
  if (reason === undefined) return 'stays in any case';
  if (level === 0) return 'fills the room that was left';
  const { atom, mentionedBy, messagesAgo, inDefinition } = reason;
  const speakers = mentionedBy.map((speaker) => SPEAKERS[speaker]);
  const said = atom === undefined ? 'said' : 'named';
  const facts = [
    ...(speakers.length === 0 ? [] : [`${said} by ${inWords(speakers)}`]),
    messagesAgo === 1 ? 'in the newest message' : `${messagesAgo} messages ago`,
    ...(inDefinition ? ['in a definition'] : []),
  ];
  return `${atom?.text ?? 'the whole line'} ${dash} ${facts.join(', ')}`;
}

function inWords(names: readonly string[]): string {
  const last = names.at(-1)!;
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
