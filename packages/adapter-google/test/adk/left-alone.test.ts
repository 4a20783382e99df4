import { createEvent, type CompactedEvent, type Event, type InvocationContext } from '@google/adk';
import { expect, test } from 'vitest';
import { adkAdapter } from '../../src/adk/index.ts';
import { serializeContents, parseContents } from '../../src/adk/visible-events.ts';
import { output, SMALL, TASK } from '../work.ts';

type Change = (event: Event, index: number) => Event;

/** The context of a long agent run, as ADK passes it to a compactor. */
function contextOf(change: Change = (event) => event): InvocationContext {
  const said = [
    { author: 'user', content: { role: 'user', parts: [{ text: TASK }] } },
    ...Array.from({ length: 14 }, (_, at) => {
      const [id, name] = [`adk-${at}`, 'bash'];
      const call = { functionCall: { id, name, args: { command: `make test-${at}` } } };
      const answer = { functionResponse: { id, name, response: { result: output(at) } } };
      return [
        { author: 'worker', content: { role: 'model', parts: [call] } },
        { author: 'worker', content: { role: 'user', parts: [answer] } },
      ];
    }).flat(),
  ];
  const events = said.map((one, at) => change(createEvent({ ...one, timestamp: 1_000 + at }), at));
  const context = { session: { id: 's', events }, agent: { name: 'worker' }, invocationId: 'i' };
  return context as unknown as InvocationContext;
}

async function compactedEvents(context: InvocationContext): Promise<CompactedEvent[]> {
  const { contextCompactor } = adkAdapter(SMALL);
  const before = context.session.events.length;
  if (!(await contextCompactor.shouldCompact(context))) return [];
  await contextCompactor.compact(context);
  return context.session.events.slice(before) as CompactedEvent[];
}

test('adds one compacted event, and keeps the events it represents', async () => {
  const context = contextOf();
  const before = JSON.stringify(context.session.events);
  const [event, ...others] = await compactedEvents(context);
  expect(others).toEqual([]);
  expect(JSON.stringify(context.session.events.slice(0, -1))).toBe(before);
  expect(event).toMatchObject({ isCompacted: true, startTime: 1_000 });
  expect(event!.endTime).toBeLessThan(1_028);
  expect(
    context.session.events.filter(({ timestamp }) => timestamp === event!.endTime),
  ).toHaveLength(1);
});

test('another adapter continues from the compacted event, as after a restart', async () => {
  const context = contextOf();
  const [event] = await compactedEvents(context);
  expect(await compactedEvents(context)).toEqual([]);
  const text = `[Previous Context Summary]:\n${event!.compactedContent}`;
  const after = context.session.events.filter(
    ({ timestamp }) => timestamp > event!.endTime && timestamp < 2_000,
  );
  const request = {
    contents: [{ role: 'user', parts: [{ text }] }, ...after.map(({ content }) => content!)],
  };
  const asked = { context: { sessionId: 's', agentName: 'worker', actions: {} }, request };
  await adkAdapter(SMALL).callbacks.beforeModelCallback(asked as never);
  const [record, ...tail] = request.contents;
  expect(record!.parts![0]!.text).toMatch(
    /^Report of .*\n\nThe user wrote:\nMake the build green\. Never touch main\.\n/,
  );
  expect(tail.length).toBeGreaterThanOrEqual(after.length);
  expect(request.contents.slice(-after.length)).toEqual(after.map(({ content }) => content));
});

test.each<[string, Change]>([
  ['several agents', (event, at) => (at === 3 ? { ...event, author: 'helper' } : event)],
  ['a branch of another agent', (event, at) => (at === 3 ? { ...event, branch: 'helper' } : event)],
  ['a task of its own', (event, at) => (at === 3 ? { ...event, isolationScope: 'task' } : event)],
  ['events whose times do not tell them apart', (event) => ({ ...event, timestamp: 1 })],
  ['events out of their order', (event, at) => (at === 3 ? { ...event, timestamp: 5 } : event)],
])('does not compact a session of %s', async (_, change) => {
  expect(await compactedEvents(contextOf(change))).toEqual([]);
});

test('leaves a session with a summary of another compactor unchanged', async () => {
  const context = contextOf();
  const summary = { isCompacted: true, startTime: 1, endTime: 2, compactedContent: 'They met.' };
  context.session.events.push({ ...createEvent({ author: 'system' }), ...summary });
  expect(await compactedEvents(context)).toEqual([]);
});

const asking: Change = (event, at) => {
  const parts = [{ functionCall: { id: 'adk-x', name: 'adk_request_input', args: {} } }];
  return at === 1 ? { ...event, content: { role: 'model', parts } } : event;
};

const answered: Change = (event, at) => {
  const parts = [{ functionResponse: { id: 'adk-x', name: 'adk_request_input', response: {} } }];
  return at === 2 ? { ...event, content: { role: 'user', parts } } : asking(event, at);
};

test('the compacted content omits input requests of ADK and ids that it generated', async () => {
  const [event] = await compactedEvents(contextOf(answered));
  expect(event!.compactedContent).not.toContain('adk_request_input');
  expect(event!.compactedContent).not.toContain('adk-');
});

test('unfolds folded contents, and leaves other texts unchanged', () => {
  const contents = [
    { role: 'user', parts: [{ text: 'two\nlines' }] },
    { role: 'model', parts: [{ functionCall: { name: 'a', args: {} }, thoughtSignature: 'c2ln' }] },
  ];
  const text = `[Previous Context Summary]:\n${serializeContents(contents)}`;
  const last = { role: 'user', parts: [{ text: 'And now?' }] };
  expect(parseContents([{ role: 'user', parts: [{ text }] }, last])).toEqual([...contents, last]);
  for (const other of [text.slice(1), '[Previous Context Summary]:\nThey met.', `${text}\n{`]) {
    const given = [{ role: 'user', parts: [{ text: other }] }];
    expect(parseContents(given)).toBe(given);
  }
});
