import { RECALL_TOOL } from '@palimpsest/originals/recall';
import { expect, test } from 'vitest';

/** Byte for byte: a different definition would invalidate the prompt cache of every host that offers the tool. */
const DEFINITION =
  '{"name":"recall","description":"Gives back what was taken out of this conversation to save room. A shortened text begins with its id, such as #1f0c9a3e, and shows …3 where 3 lines were left out. Ask with that id for the lines you need. The first line of an answer says which lines it holds, of how many, and how to ask for those that follow.","inputSchema":{"type":"object","properties":{"id":{"type":"string","description":"The id: 8 or more of its digits, as in 1f0c9a3e, with or without # in front. 1f0c9a3e.2 is the second tool result of the same message."},"offset":{"type":"integer","minimum":1,"description":"The first line to give, counted from 1. Default 1."},"limit":{"type":"integer","minimum":1,"description":"How many lines to give at most. Default 200. An answer that grows too long ends earlier and says so."},"column":{"type":"integer","minimum":1,"description":"The character of the first line to begin with, counted from 1, for a line too long for one answer. Default 1."}},"required":["id"]}}';

test('the definition is the same in every release', () => {
  expect(JSON.stringify(RECALL_TOOL)).toBe(DEFINITION);
});

test('the definition is frozen at every depth', () => {
  const open: unknown[] = [RECALL_TOOL];
  let seen = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    expect(Object.isFrozen(next)).toBe(true);
    seen += 1;
    open.push(...Object.values(next));
  }
  expect(seen).toBe(8);
});
