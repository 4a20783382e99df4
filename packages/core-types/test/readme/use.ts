import {
  isMarker,
  PalimpsestError,
  formatToolSummary,
  UnknownStrategyError,
} from '@palimpsest/core-types';
import type { IContent } from '@palimpsest/core-types';

const entry: IContent = { speaker: 'human', blocks: [{ type: 'text', text: 'Why is it red?' }] };
console.log(entry.speaker); // human

const line = formatToolSummary({ tool: 'Read', key: 'a.ts', status: 'success', size: '245 lines' });
console.log(line); // [Read a.ts: success, 245 lines]
console.log(isMarker(line)); // true

const error = new UnknownStrategyError('high-densty', ['high-density'], 'high-density');
console.log(PalimpsestError.isInstance(error)); // true
console.log(error.code); // UNKNOWN_STRATEGY
