/**
 * Reads a body of at most `largest` bytes; returns null for a larger one. A larger body is still
 * received up to `drained` bytes, because many clients read the response only after sending it all.
 */
export async function readLimitedBody(
  body: ReadableStream<Uint8Array> | null,
  { largest, drained }: { largest: number; drained: number },
): Promise<Buffer<ArrayBuffer> | null> {
  let chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop early cancels the stream, which closes the connection.
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > drained) break
    if (size > largest) chunks = []
    else chunks.push(chunk)
  }
  return size > largest ? null : Buffer.concat(chunks)
}
