import { findDuplicates, findNearDuplicates } from '@palimpsest/engine/dedup';

const file = Array.from({ length: 20 }, (_, line) => `const value${line} = ${line};`);
const edited = [...file, 'export default value0;'];
const texts = [file.join('\n'), edited.join('\n'), 'Thanks!', edited.join('\n')];

const exact = findDuplicates(texts);
const near = findNearDuplicates(texts, { exact });

console.log(JSON.stringify([...exact])); // [[1,{"of":3,"length":402}]]
console.log(JSON.stringify([...near])); // [[0,{"of":3,"similarity":0.9523809523809523,"length":379}]]
