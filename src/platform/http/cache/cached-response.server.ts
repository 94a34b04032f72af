import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './accept-encoding.server.ts'
import { type ReadyResponse, readyResponse } from './ready-response.server.ts'

/** Below this size, compression does not save a network packet. */
export const MIN_COMPRESSED_BYTES = 1024
// Quality 5 comes close to the smallest size at a fifteenth of the time.
const brotli = promisify(brotliCompress)
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const compressors = {
  br: (plain: Buffer) => brotli(plain, brotliOptions),
  gzip: promisify(gzip) as (plain: Buffer) => Promise<Buffer<ArrayBuffer>>,
}

/** A complete response in memory. Each encoding is computed at most once. */
export type CachedResponse = {
  byteLength: number
  /** Of its headers and body. */
  hash: string
  /** The response in this encoding; undefined until `encode` has computed it. */
  ready: (encoding: Encoding | null) => ReadyResponse | undefined
  encode: (encoding: Encoding | null) => Promise<ReadyResponse>
}

export function cachedResponse(sent: Headers, plain: Buffer<ArrayBuffer>): CachedResponse {
  const headers = [...sent].filter(([name]) => !['cache-control', 'vary', 'etag'].includes(name))
  const hash = createHash('sha1').update(JSON.stringify(headers)).update(plain).digest('base64url')
  const isSmall = plain.length < MIN_COMPRESSED_BYTES
  const variant = (encoding: Encoding | null, body: Buffer<ArrayBuffer>) => {
    const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`
    const extra: [string, string][] = [
      ['etag', etag],
      ['cache-control', 'no-cache'],
      ['vary', 'Accept-Encoding, Cookie, Authorization'],
    ]
    if (encoding) extra.push(['content-encoding', encoding])
    return readyResponse([...headers, ...extra], body, etag)
  }
  const variants: Partial<Record<Encoding | 'plain', ReadyResponse>> = {
    plain: variant(null, plain),
  }
  const pending: Partial<Record<Encoding, Promise<ReadyResponse>>> = {}
  const ready = (encoding: Encoding | null) => variants[isSmall ? 'plain' : (encoding ?? 'plain')]
  return {
    byteLength: plain.length,
    hash,
    ready,
    encode: async (encoding) => {
      const known = ready(encoding)
      if (known || !encoding) return known ?? variant(null, plain)
      pending[encoding] ??= compressors[encoding](plain).then((body) => variant(encoding, body))
      variants[encoding] = await pending[encoding]
      return variants[encoding]
    },
  }
}
