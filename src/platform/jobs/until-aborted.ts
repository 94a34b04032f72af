/** Waits for `work`, or until `signal` aborts; returns whether the work is done. `work` must not reject. */
export async function untilAborted(
  work: Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>()
  const stop = () => resolve(false)
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work.then(() => true), promise])
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
