export { main } from './main.ts';
export type { ExitCode, MainIo, OutputStream } from './main-io.ts';
