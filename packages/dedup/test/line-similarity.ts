export { naiveSimilarity as lineSimilarity } from './naive-duplicates.ts';
