import { openai } from '@palimpsest/formats/openai';
import { createPalimpsest } from 'palimpsest';
import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { compressEntries } from '../compress-entries.ts';
import { createDice } from '../dice.ts';
import { ODD_LINES, USUAL } from './odd-lines.ts';
import { ROW_TEXTS } from './texts.ts';

/** How many cases were right. */
export interface Tally {
  right: number;
  of: number;
}

/** Where the asked row is named: in the newest request, in a call without an answer, in the agent's last words. */
const PLACES = ['question', 'call', 'words'] as const;
const SHARES = [0.7, 0.5, 0.3, 0.15] as const;
const ROWS = [30, 60, 120, 300] as const;
/** Tokens of a record beside its lines: its head, the request and the step. */
const FRAME = 160;

const registry = createPalimpsest().registry;

/** A generated session with lines that should stay in `target` tokens. */
export interface PriorityCase {
  readonly kind: string;
  readonly messages: readonly ChatMessage[];
  readonly target: number;
  readonly wanted: readonly string[];
}

/** Writes the cases of rows that the open question names, by text and place, where they fit. */
export function* askedCases(): Generator<PriorityCase> {
  const dice = createDice(48);
  for (const [kind, write] of Object.entries(ROW_TEXTS)) {
    for (const place of PLACES) {
      for (const rows of ROWS) {
        for (const share of SHARES) {
          const { lines, name, wanted } = write(rows, dice.between(0, rows - 1), dice);
          const messages = sessionWith(lines.join('\n'), endingOf(place, name));
          const target = Math.floor(share * tokensOf(messages));
          const needed = tokensOf([
            ...messages.filter(({ role }) => role !== 'tool'),
            said(wanted),
          ]);
          if (needed + FRAME > target) continue;
          yield { kind: `${kind}, ${place}`, messages, target, wanted };
        }
      }
    }
  }
}

/** Where among the lines the odd one stands, as a share. */
const POSITIONS = [0.05, 0.5, 0.95] as const;
const SIZES = [20, 50, 100, 300, 1_000, 3_000] as const;
const FEW_SHARES = [0.7, 0.3, 0.1] as const;

/** Writes the cases of a line that is the only one of its kind. */
export function* oddCases(): Generator<PriorityCase> {
  const dice = createDice(50);
  for (const [kind, odd] of ODD_LINES) {
    for (const size of SIZES) {
      for (const position of POSITIONS) {
        const lines = Array.from({ length: size }, (_, at) => USUAL[kind]!(dice, at));
        lines.splice(Math.floor(position * size), 0, odd);
        const share = dice.pick(FEW_SHARES);
        const messages = sessionWith(lines.join('\n'), [{ role: 'user', content: 'Go on.' }]);
        const target = Math.floor(share * tokensOf(messages));
        const needed = tokensOf(messages.filter(({ role }) => role !== 'tool')) + FRAME;
        if (needed + 60 > target) continue;
        yield { kind, messages, target, wanted: [odd.trim()] };
      }
    }
  }
}

/** Counts the cases of which a strategy leaves every line that should stay, by kind. */
export async function tally(
  cases: Iterable<PriorityCase>,
  strategy: string,
): Promise<Record<string, Tally>> {
  const tallies: Record<string, Tally> = {};
  for (const { kind, messages, target, wanted } of cases) {
    const history = openai.decode(messages);
    const resolved = registry.resolve(strategy);
    const left = openai.encode(await compressEntries(resolved, history, Math.max(1, target)));
    const text = (left as ChatMessage[]).map(contentText).join('\n');
    const own = (tallies[kind] ??= { right: 0, of: 0 });
    own.of += 1;
    if (wanted.every((line) => text.includes(line))) own.right += 1;
  }
  return tallies;
}

const call = (id: string, name: string, given: object): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(given) } }],
});

function sessionWith(text: string, ending: readonly ChatMessage[]): readonly ChatMessage[] {
  return [
    { role: 'user', content: 'Show what the port has.' },
    call('c1', 'bash', { command: './show.sh' }),
    { role: 'tool', tool_call_id: 'c1', content: text },
    { role: 'assistant', content: 'I have it.' },
    ...ending,
  ];
}

function endingOf(place: (typeof PLACES)[number], name: string): readonly ChatMessage[] {
  const asks: ChatMessage = { role: 'user', content: 'Then prepare the invoice.' };
  if (place === 'question')
    return [{ role: 'user', content: `What about ${name}, what is known?` }];
  if (place === 'call')
    return [
      asks,
      call('c2', 'find_price', { name }),
      { role: 'tool', tool_call_id: 'c2', content: 'Use the list.' },
    ];
  return [
    asks,
    { role: 'assistant', content: `Next I need what was listed for ${name}.` },
    call('c2', 'bash', { command: 'date' }),
    { role: 'tool', tool_call_id: 'c2', content: 'Mon Mar  2 09:12:44 UTC 2026' },
  ];
}

const said = (lines: readonly string[]): ChatMessage => ({
  role: 'user',
  content: lines.join('\n'),
});

function tokensOf(messages: readonly ChatMessage[]): number {
  return estimateEntryTokens(openai.decode(messages));
}
