import fc from 'fast-check';
import type { CodexRecord } from '@palimpsest/formats/codex';

/** What happens in a session. */
type Step =
  | { readonly do: 'ask' | 'answer' | 'inject' | 'note' | 'snapshot' }
  | { readonly do: 'roll back'; readonly turns: number }
  | { readonly do: 'compact'; readonly keep: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('ask', 'answer', 'inject', 'note', 'snapshot') }),
  fc.record({ do: fc.constant('roll back'), turns: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ do: fc.constant('compact'), keep: fc.integer({ min: 0, max: 3 }) }),
);

/** A log, and the texts that Codex holds in memory after its last record. */
interface Session {
  readonly records: readonly CodexRecord[];
  readonly live: readonly string[];
}

/** Draws sessions with rollbacks, compactions, injected messages, notes for the display and snapshots. */
export const codexSessions: fc.Arbitrary<Session> = fc
  .array(step, { minLength: 1, maxLength: 30 })
  .map(play);

interface Said {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly isPrompt: boolean;
}

function play(steps: readonly Step[]): Session {
  const records: CodexRecord[] = [
    { timestamp: '2026-01-01T00:00:00.000Z', type: 'session_meta', payload: { id: 's' } },
  ];
  let memory: Said[] = [];
  const log = (type: string, payload: object): unknown =>
    records.push({ timestamp: '2026-01-01T00:00:00.000Z', type, payload });
  const say = (said: Said): void => {
    memory.push(said);
    log('response_item', itemOf(said));
  };
  for (const [at, one] of steps.entries()) {
    switch (one.do) {
      case 'ask':
        say({ role: 'user', text: `prompt ${at}`, isPrompt: true });
        break;
      case 'answer':
        say({ role: 'assistant', text: `answer ${at}`, isPrompt: false });
        break;
      case 'inject':
        say({
          role: 'user',
          text: `<environment_context>${at}</environment_context>`,
          isPrompt: false,
        });
        break;
      case 'note':
        log('event_msg', { type: 'agent_message', message: `shown ${at}` });
        break;
      case 'snapshot':
        log('response_item', { type: 'ghost_snapshot', ghost_commit: {} });
        break;
      case 'roll back': {
        log('event_msg', { type: 'thread_rolled_back', num_turns: one.turns });
        // Turn by turn, unlike the codec: everything from the newest prompt on goes.
        for (let turn = 0; turn < one.turns; turn += 1) {
          const newest = memory.findLastIndex(({ isPrompt }) => isPrompt);
          if (newest >= 0) memory = memory.slice(0, newest);
        }
        break;
      }
      case 'compact': {
        const summary: Said = { role: 'user', text: `summary ${at}`, isPrompt: true };
        memory = [...memory.slice(memory.length - one.keep), summary];
        log('compacted', { message: '', replacement_history: memory.map(itemOf) });
        break;
      }
    }
  }
  return { records, live: memory.map(({ text }) => text) };
}

function itemOf({ role, text }: Said): object {
  const type = role === 'user' ? 'input_text' : 'output_text';
  return { type: 'message', role, content: [{ type, text }] };
}
