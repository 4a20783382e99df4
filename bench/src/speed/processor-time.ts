/** Runs a function and returns the processor time of the process meanwhile, in milliseconds, and the result. Other load hardly changes it. */
export async function processorTime<Outcome>(
  run: () => Promise<Outcome> | Outcome,
): Promise<{ readonly ms: number; readonly outcome: Outcome }> {
  const start = process.cpuUsage();
  const outcome = await run();
  const { user, system } = process.cpuUsage(start);
  return { ms: (user + system) / 1e3, outcome };
}
