import fc from 'fast-check';
import type { ClaudeCodeRecord } from '@palimpsest/formats/claude-code';

/** What happens in a session. */
type Step =
  | { readonly do: 'ask'; readonly attachment: boolean }
  | { readonly do: 'answer'; readonly calls: number; readonly interleaved: boolean }
  | { readonly do: 'rewind'; readonly share: number }
  | { readonly do: 'compact'; readonly keep: number; readonly form: 'uuids' | 'segment' }
  | { readonly do: 'subagent' }
  | { readonly do: 'replay'; readonly share: number }
  | { readonly do: 'note' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('ask'), attachment: fc.boolean() }),
  fc.record({
    do: fc.constant('answer'),
    calls: fc.integer({ min: 0, max: 3 }),
    interleaved: fc.boolean(),
  }),
  fc.record({ do: fc.constant('rewind'), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    do: fc.constant('compact'),
    keep: fc.integer({ min: 0, max: 2 }),
    form: fc.constantFrom('uuids', 'segment'),
  }),
  fc.constant({ do: 'subagent' } as const),
  fc.record({ do: fc.constant('replay'), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.constant({ do: 'note' } as const),
);

/** A log, and what Claude Code holds in memory after its last record. */
interface Session {
  readonly records: readonly ClaudeCodeRecord[];
  /** Ids of all messages that the model receives next. */
  readonly live: ReadonlySet<string>;
}

/** One exchange in memory: its messages, of which the last is the parent of what follows. */
interface Turn {
  readonly isPrompt: boolean;
  readonly uuids: string[];
}

/** Draws sessions with rewinds, compactions, parallel calls, subagents, attachments, notes, and records that were written twice. */
export const sessions: fc.Arbitrary<Session> = fc
  .tuple(fc.boolean(), fc.array(step, { minLength: 1, maxLength: 25 }))
  .map(([isSideThread, steps]) => play(isSideThread, steps));

function play(isSidechain: boolean, steps: readonly Step[]): Session {
  const records: ClaudeCodeRecord[] = [];
  let memory: Turn[] = [];
  let count = 0;
  const leafOf = (turns: readonly Turn[]): string | null => turns.at(-1)?.uuids.at(-1) ?? null;
  const write = (
    parentUuid: string | null,
    record: Partial<ClaudeCodeRecord> & { readonly type: string },
  ): string => {
    count += 1;
    const uuid = `u${count}`;
    const timestamp = new Date(Date.UTC(2026, 0, 1) + count * 1000).toISOString();
    records.push({ parentUuid, isSidechain, uuid, timestamp, ...record });
    return uuid;
  };
  const say = (parent: string | null, content: unknown, more: object = {}): string =>
    write(parent, { type: 'user', message: { role: 'user', content }, ...more });
  const respond = (parent: string | null, id: string, block: object): string =>
    write(parent, { type: 'assistant', message: { id, role: 'assistant', content: [block] } });

  for (const one of steps) {
    const leaf = leafOf(memory);
    switch (one.do) {
      case 'ask': {
        const parent = one.attachment ? write(leaf, { type: 'attachment', attachment: {} }) : leaf;
        memory.push({ isPrompt: true, uuids: [say(parent, `prompt ${count}`)] });
        break;
      }
      case 'answer': {
        const id = `msg_${count}`;
        const uuids: string[] = [respond(leaf, id, { type: 'text', text: `text ${count}` })];
        const results: (() => string)[] = [];
        for (let call = 0; call < one.calls; call += 1) {
          const callId = `${id}_${call}`;
          const parent = uuids.findLast((uuid) => isAnswer(records, uuid))!;
          const use = respond(parent, id, {
            type: 'tool_use',
            id: callId,
            name: 'Read',
            input: {},
          });
          uuids.push(use);
          const result = { type: 'tool_result', tool_use_id: callId, content: `result ${callId}` };
          const answer = (): string => say(use, [result]);
          if (one.interleaved) uuids.push(answer());
          else results.push(answer);
        }
        for (const answer of results) uuids.push(answer());
        memory.push({ isPrompt: false, uuids });
        break;
      }
      case 'rewind': {
        const prompts = [...memory.keys()].filter((index) => memory[index]!.isPrompt);
        const target = prompts[Math.floor(one.share * (prompts.length - 1))];
        if (target === undefined) break;
        memory = memory.slice(0, target);
        memory.push({ isPrompt: true, uuids: [say(leafOf(memory), `again ${count}`)] });
        break;
      }
      case 'compact': {
        if (memory.length === 0) break;
        const kept = one.keep === 0 ? [] : memory.slice(-one.keep);
        const uuids = kept.flatMap((turn) => turn.uuids);
        const boundary = `u${count + 1}`;
        const anchorUuid = `u${count + 2}`;
        const segment = { headUuid: uuids[0], tailUuid: uuids.at(-1), anchorUuid };
        const named =
          one.form === 'uuids'
            ? { preservedMessages: { anchorUuid, uuids } }
            : { preservedSegment: segment };
        const compactMetadata = { trigger: 'auto', ...(uuids.length > 0 ? named : {}) };
        write(null, { type: 'system', subtype: 'compact_boundary', compactMetadata });
        const summary = say(boundary, `summary ${count}`, { isCompactSummary: true });
        // A rewind into these is not drawn: Claude Code itself brings them back when it reads such a log.
        const preserved = kept.map((turn) => ({ ...turn, isPrompt: false }));
        memory = [{ isPrompt: false, uuids: [summary] }, ...preserved];
        break;
      }
      case 'subagent':
        if (!isSidechain && memory.length > 0) say(null, `side ${count}`, { isSidechain: true });
        break;
      case 'replay': {
        const from = Math.floor(one.share * records.length);
        for (const record of records.slice(from)) records.push({ ...record });
        break;
      }
      case 'note':
        records.push({ type: 'file-history-snapshot', messageId: leaf });
        break;
    }
  }
  return { records, live: new Set(memory.flatMap(({ uuids }) => uuids)) };
}

function isAnswer(records: readonly ClaudeCodeRecord[], uuid: string): boolean {
  return records.some((record) => record.uuid === uuid && record.type === 'assistant');
}
