/**
 * Reads a body of at most `largest` bytes; null for a larger one, of which nothing is kept. That one
 * is still taken up to `drained` bytes, because a sender hears an answer only when it is done.
 */
export async function readLimitedBody(
  body: ReadableStream<Uint8Array> | null,
  { largest, drained }: { largest: number; drained: number },
): Promise<Buffer<ArrayBuffer> | null> {
  let chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop early cancels the stream: whoever still sends is cut off.
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > drained) break
    if (size > largest) chunks = []
    else chunks.push(chunk)
  }
  return size > largest ? null : Buffer.concat(chunks)
}
