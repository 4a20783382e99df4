import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { answerRecall, RECALL_TOOL } from '@palimpsest/originals/recall';

const log = Array.from({ length: 500 }, (_, index) => `line ${index + 1}`).join('\n');
const before = [{ role: 'tool', tool_call_id: 'a', content: log }];
const originals = await openOriginals(memoryOriginals(), { session: 'alice/42' });
await originals.keep(before, [{ role: 'tool', tool_call_id: 'a', content: '…500' }]);

// Offer this to the model in every request.
console.log(RECALL_TOOL.name, Object.keys(RECALL_TOOL.inputSchema.properties).join()); // recall id,offset,limit,column

// Call this when the model calls the tool, with the input that the model sent.
const shortId = originals.shortId(originals.ids()[0]!);
console.log(shortId); // b098958b
const answer = await answerRecall(originals, { id: shortId, offset: 7, limit: 2 });
console.log(answer.text);
// [b098958b: lines 7 to 8 of 500; to go on: {"id":"b098958b","offset":9,"limit":2}]
// line 7
// line 8

const mistake = await answerRecall(originals, { id: 7 });
console.log(mistake.isError, mistake.text);
// true id: expected the first 8 or more of 64 digits 0-9 and a-f, as in 1f0c9a3e or 1f0c9a3e.2, got 7.
