import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { LRUCache } from 'lru-cache'
import { StartupError } from '#platform/startup-error.ts'
import { type FileInfo, type FileStore, StorageUnavailable } from './file-store.server.ts'

export type Bucket = {
  bucket: string
  region: string
  /** Defaults to AWS. */
  endpoint?: string
  /** `https://host/bucket/…` instead of `https://bucket.host/…`. */
  pathStyle: boolean
  /** Defaults to AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or what else the SDK finds: files, the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
  limits?: Partial<typeof LIMITS>
  /** How many files S3 lists in one answer, at most 1,000. */
  pageSize?: number
}

/** `attemptMs` limits one request, `totalMs` a call with its retries and its whole body. */
const LIMITS = { connectMs: 2_000, attemptMs: 5_000, totalMs: 12_000, attempts: 3 }
const CACHE_BYTES = 32 * 1024 * 1024
const FOREVER = 'public, max-age=31536000, immutable'
const TYPES: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  pdf: 'application/pdf',
}

/** Stores files in an S3 bucket. The most recently read files stay in memory. */
export function createBucketFiles(options: Bucket): FileStore & { check: () => Promise<void> } {
  const { bucket, region, endpoint, pathStyle, credentials } = options
  const limits = { ...LIMITS, ...options.limits }
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: limits.attempts,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    // Servers other than Amazon's may not support the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.attemptMs,
      throwOnRequestTimeout: true,
    },
  })
  const location = `the bucket ${bucket}${endpoint ? ` at ${endpoint}` : ''}`
  /** Runs a call with the time limit. Null when the file is missing. */
  const call = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null> => {
    const late = AbortSignal.timeout(limits.totalMs)
    try {
      return await Promise.race([work(late), rejectOn(late)])
    } catch (error) {
      if (isMissing(error)) return null
      throw new StorageUnavailable(`${location} failed: ${reasonOf(error)}`, { cause: error })
    }
  }
  const get = (name: string) =>
    call(async (abortSignal) => {
      const command = new GetObjectCommand({ Bucket: bucket, Key: name })
      const { Body: body, ContentLength: length } = await client.send(command, { abortSignal })
      if (!body) throw new Error('no body')
      const destroy = () => Object(body).destroy?.()
      abortSignal.addEventListener('abort', destroy, { once: true })
      const bytes = Buffer.from(await body.transformToByteArray())
      if (length !== undefined && bytes.length !== length) throw new Error('the body ended early')
      return bytes
    })
  // Files never change, so a cached one is never stale.
  const cache = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (bytes) => bytes.length + 1,
    fetchMethod: async (name) => (await get(name)) ?? undefined,
  })
  return {
    location,
    remedy:
      'set the S3 settings of the machine that has them, or copy them with `npm run admin -- move-images --to s3`',
    check: async () => {
      try {
        const send = (abortSignal: AbortSignal) =>
          client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal })
        if (await call(send)) return
      } catch (error) {
        throw new StartupError(
          `The shop can't use ${location} (${reasonOf(Object(error).cause)}): check S3_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that the key may list, read, write and delete.`,
        )
      }
      throw new StartupError(
        `${location[0]?.toUpperCase()}${location.slice(1)} does not exist: create it, or correct S3_URL.`,
      )
    },
    read: async (name) => (await cache.fetch(name)) ?? null,
    find: (name) =>
      call(async (abortSignal) => {
        const command = new HeadObjectCommand({ Bucket: bucket, Key: name })
        const { ContentLength, LastModified } = await client.send(command, { abortSignal })
        return { name, bytes: ContentLength ?? 0, modifiedAt: LastModified ?? new Date() }
      }),
    // A failure leaves an incomplete image. It is not removed here, because another process may
    // be storing the same one; the cleanup of unused images does that.
    writeAll: async (files) => {
      const put = ({ name, bytes }: { name: string; bytes: Uint8Array }) =>
        call((abortSignal) => client.send(putOf(bucket, name, bytes), { abortSignal }))
      for (const { name } of files) cache.delete(name)
      const results = await Promise.allSettled(files.map(put))
      for (const result of results) {
        if (result.status === 'rejected') throw result.reason
        if (result.value === null) throw new StorageUnavailable(`${location}: the bucket is gone`)
      }
    },
    touch: async (names) => {
      const copy = (name: string) => call((abortSignal) => client.send(copyOf(bucket, name), { abortSignal }))
      const copies = await Promise.all(names.map(copy))
      if (copies.includes(null)) throw new StorageUnavailable(`${location}: a file was just deleted`)
    },
    list: (prefix) => listBucket(prefix),
    remove: async (name) => {
      cache.delete(name)
      const command = new DeleteObjectCommand({ Bucket: bucket, Key: name })
      await call((abortSignal) => client.send(command, { abortSignal }))
    },
    close: () => client.destroy(),
  }

  async function* listBucket(prefix = ''): AsyncIterable<FileInfo> {
    for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
      const command = new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        MaxKeys: options.pageSize,
        ContinuationToken: token,
      })
      const page = await call((abortSignal) => client.send(command, { abortSignal }))
      if (!page) throw new StorageUnavailable(`${location}: the bucket is gone`)
      for (const { Key: name, Size: bytes = 0, LastModified } of page.Contents ?? []) {
        if (name) yield { name, bytes, modifiedAt: LastModified ?? new Date() }
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined
    }
  }
}

function putOf(bucket: string, name: string, bytes: Uint8Array): PutObjectCommand {
  return new PutObjectCommand({
    Bucket: bucket,
    Key: name,
    Body: bytes,
    ContentLength: bytes.length,
    ...headersOf(name),
  })
}

// S3 has no other way to set the modification time.
function copyOf(bucket: string, name: string): CopyObjectCommand {
  return new CopyObjectCommand({
    Bucket: bucket,
    Key: name,
    CopySource: `${bucket}/${name}`,
    MetadataDirective: 'REPLACE',
    ...headersOf(name),
  })
}

function headersOf(name: string) {
  const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain'
  return { ContentType: type, CacheControl: type === 'text/plain' ? 'no-cache' : FOREVER }
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no answer in time')), { once: true })
  })
}

function isMissing(error: unknown): boolean {
  return Object(Object(error).$metadata).httpStatusCode === 404
}

function reasonOf(error: unknown): string {
  const status = Object(Object(error).$metadata).httpStatusCode
  const { name, message, code } = Object(error)
  return [status, code, name, message].filter((part) => part && part !== 'Error').join(' ')
}
