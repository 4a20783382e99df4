export { adkAdapter, type AdkAdapter } from './adk-adapter.ts';
