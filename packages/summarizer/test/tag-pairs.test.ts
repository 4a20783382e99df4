import { reductions } from '@palimpsest/summarizer/reduce';
import { expect, test } from 'vitest';

const CODE = '```ts\nconst gate = open();\n```';
const PROSE = 'The berth closes when the tide rises, and the crane waits for the quay. '.repeat(9);

test.each([
  ['prose', PROSE],
  ['prose and code', `${PROSE}\n\n${CODE}\n\n${PROSE}`],
])('a reduced text stays between its tags: %s', (_, said) => {
  const text = `<fetched page="7">\n${said}\n</fetched>`;
  const [reduction] = reductions([{ text, position: 0, name: () => 'page' }]);
  const texts = reduction!.sources.map((source) => source.text);
  expect(texts.join()).not.toContain('fetched');
  const summary = { text: 'It closes.', entities: ['quay'], kind: 'prose' } as const;
  const written = reduction!.write(texts.map(() => summary))!;
  expect(written.length).toBeLessThan(text.length);
  expect(written).toMatch(/<fetched page="7">\n[^]*It closes\.[^]*\n<\/fetched>\]?$/);
  expect(written).toMatch(/^(?:\[summary: )?<fetched page="7">/);
  expect(written.includes(CODE)).toBe(said.includes(CODE));
});
