import type { Message } from '../src/index.ts';

const CODE = `\`\`\`ts
export function retryDelay(attempt: number): number {
  return Math.min(30_000, 250 * 2 ** attempt);
}
\`\`\``;

const turns: readonly (readonly [role: string, content: string, more?: Partial<Message>])[] = [
  ['system', 'You are a programmer in the team of a parcel service. Answer briefly.'],
  [
    'user',
    'Our label printer service loses jobs. Whenever the printer is switched off for a while, a few labels never come out, and the people in the hall have to look for the parcels by hand. It has been like that since we moved to the new building. I had a look at it myself last week, but I got lost in the queue. The queue is in src/printing/jobQueue.ts. It must not print a label twice, because each label is charged by the carrier.',
  ],
  [
    'assistant',
    'Thanks for the description. I will look at the queue first and then at how jobs are confirmed. My guess is that a job is taken off the queue before the printer has confirmed it, so that everything that was under way is lost when the connection breaks. I will read jobQueue.ts and the tests around it now, and tell you what I find before I change anything.',
  ],
  ['assistant', '', { tool_calls: [{ id: 'call_1', type: 'function' }] }],
  [
    'tool',
    Array.from({ length: 14 }, (_, line) => {
      return `src/printing/jobQueue.ts:${line + 12}: const step${line} = queue.next(${line});`;
    }).join('\n'),
    { tool_call_id: 'call_1' },
  ],
  [
    'assistant',
    'I have found it. takeJob removes the job from the table and only then opens the connection. When the printer does not answer within 5 seconds, an error is thrown, the worker restarts, and the job is gone. There are two ways to repair that. We could mark the job as running and remove it after the confirmation, or we could put it back when an error is thrown. The second way is shorter. However, it loses the job when the process itself is killed, so I would take the first one.',
  ],
  [
    'user',
    'The first one sounds right to me. Please keep in mind that the table is read by the old reporting tool as well, which nobody dares to touch, so the columns must stay as they are. You may add a column. We have 3 workers, and each of them restarts at 04:00 in the night. By the way, the coffee machine in the hall is broken again, so do not expect quick answers from me in the morning.',
  ],
  [
    'assistant',
    `Then I add a column runningSince and leave all others alone. A worker takes a job by setting it, and a job whose runningSince is older than 10 minutes counts as free again. The delay between two attempts grows, so that a printer that is switched off is not asked all the time. That part looks like this:\n\n${CODE}\n\nI have put it beside the queue, because nobody else needs it at the moment, and I would like to write the tests for it before I go on with the rest.`,
  ],
  [
    'user',
    'Good. What happens when a label was printed, but the confirmation got lost on the way? Then the job would be free again after 10 minutes, and we would print it twice. That must not happen, as I said. I am not sure whether the printer can tell us which labels it has printed, but the manual is somewhere on the shared drive, and I could ask the technician who comes on Thursday.',
  ],
  [
    'assistant',
    'The printer can tell. It answers a status request with the numbers of the last 50 labels, so before a job is printed a second time the worker asks for that list, and confirms the job instead when its number is there. I have read about it in the manual, chapter 7. With 3 workers and about 20 labels a minute, 50 numbers reach back more than 2 minutes, which is not enough for 10 minutes. Therefore I lower the limit to 90 seconds.',
  ],
  ['user', 'Great, go ahead.'],
  ['assistant', 'Done. All 41 tests pass, 6 of them are new.'],
  ['user', 'Did you try it with the printer switched off?'],
  ['assistant', 'Yes, with the simulator: 200 jobs, no label lost, none printed twice.'],
];

/** A coding conversation with tool calls, code and small talk. */
export const codingAssistant: Message[] = turns.map(([role, content, more], index) => {
  return { id: `turn-${index + 1}`, index, role, content, ...more };
});
