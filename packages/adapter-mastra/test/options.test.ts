import { RECALL_TOOL } from '@palimpsest/originals/recall';
import { expect, test } from 'vitest';
import { mastraAdapter } from '../src/index.ts';

test('the recall tool has the name and the description of `RECALL_TOOL`', () => {
  const { id, description } = mastraAdapter().recallTool;
  expect([id, description]).toEqual([RECALL_TOOL.name, RECALL_TOOL.description]);
});
