export { strandsAdapter, type StrandsAdapter } from './strands-adapter.ts';
