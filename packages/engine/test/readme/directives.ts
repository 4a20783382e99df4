import { findDirectives } from '@palimpsest/engine/directives';

const text = `The export takes minutes, can you make it faster?
Never touch the schema, and keep the file names as they are.

Rules:
- no new dependencies
- one commit for each step`;

for (const { level, text: said } of findDirectives(text)) console.log(`${level}: ${said}`);
// must-not: Never touch the schema, and keep the file names as they are.
// must-not: - no new dependencies
// must: - one commit for each step

console.log(findDirectives('请用中文回答。')[0]?.level); // must
