import { expect, test } from 'vitest';
import { CUE_GROUPS, readCueTable } from '../../src/directives/cues/cue-table.ts';
import { CUE_TEXTS } from '../../src/directives/cues/cue-tables.ts';
import { findDirectives } from '../../src/directives/index.ts';
import { createTableReader } from '../../src/directives/table-reader.ts';

/** An example in a comment, as `# must: "Run the tests."`: the level of the sentence, and the cue on the line below. */
interface Example {
  readonly level: string;
  readonly sentence: string;
  readonly group: string;
  readonly cue: string;
}

function* examples(): Generator<Example> {
  const groups: readonly string[] = CUE_GROUPS;
  let group = '';
  for (const text of CUE_TEXTS) {
    const lines = text.split('\n');
    for (const [at, line] of lines.entries()) {
      if (groups.includes(line)) group = line;
      const [, level, sentence] = /^# ([\w-]+): "(.*)"$/.exec(line) ?? [];
      if (level === undefined || sentence === undefined) continue;
      const cue = lines.slice(at).find((each) => !each.startsWith('#'))!;
      yield { level, sentence, group, cue };
    }
  }
}

test.each([...examples()])('the table has the example $level: $sentence', (example) => {
  const { level, sentence, group, cue } = example;
  const isHeading = group === 'listHeadings';
  const levels = findDirectives(isHeading ? `${sentence}\n- the old parser` : sentence).map(
    (found) => found.level,
  );
  expect(levels).toEqual(level === 'none' ? [] : [level]);
  const table = readCueTable(`${group}\n${cue}`);
  const folded = sentence.toLowerCase().replace(/:$/, '');
  const isMatch = createTableReader(table, true).pattern(table.cues[0]!).test(folded);
  expect(isMatch).toBe(level !== 'none' || group === 'exceptions');
});
