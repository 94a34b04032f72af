import { expect, test } from 'vitest'
import { createImageStore } from '#platform/images/image-store.server.ts'
import { imageFormats, imageWidths } from '#platform/images/image-url.ts'
import { openTestBucket } from '#platform/testing/test-bucket.ts'
import { StorageUnavailable } from './file-store.server.ts'

const LIMITS = { connectMs: 300, attemptMs: 300, totalMs: 1_000, attempts: 2 }
const limits = { patient: { ...LIMITS, attemptMs: 20_000, totalMs: 20_000 }, short: LIMITS }

async function openBucket(patience: keyof typeof limits = 'patient') {
  const { s3, files } = await openTestBucket(limits[patience])
  const images = createImageStore(files, async (bytes) => ({
    files: imageWidths.flatMap((width) =>
      imageFormats.map((format) => ({ width, format, bytes: Buffer.from(bytes) })),
    ),
    borderColor: null,
  }))
  return { s3, files, images }
}

const file = { name: 'a-400.webp', bytes: Buffer.from('an image') }

test('a file that was read is cached, and read again after it was replaced', async () => {
  const { s3, files } = await openBucket()
  await files.writeAll([file])
  const reads = () => s3.requests.filter((request) => request.startsWith('GET a-')).length
  await Promise.all([files.read(file.name), files.read(file.name)])
  await files.read(file.name)
  expect(reads()).toBe(1)
  await files.writeAll([{ ...file, bytes: Buffer.from('another') }])
  expect((await files.read(file.name))?.toString()).toBe('another')
})

test('a request is retried after a temporary server error', async () => {
  const { s3, files } = await openBucket()
  let faults = 0
  s3.fault = () => (faults++ === 0 ? 503 : undefined)
  await files.writeAll([file])
  expect((await files.read(file.name))?.toString()).toBe('an image')
})

test.each(['silent', 'half-body', 'slow-body', 'reset', 403, 503] as const)(
  'a read ends within its time limit as unavailable, not as missing: %s',
  async (fault) => {
    const { s3, files } = await openBucket('short')
    await files.writeAll([file])
    s3.fault = () => fault
    const error = await files.read(file.name).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StorageUnavailable)
    expect(String(error)).toContain(`the bucket images at ${s3.endpoint} failed: `)
    s3.fault = () => undefined
    expect((await files.read(file.name))?.toString()).toBe('an image')
  },
)

test.each(['silent', 'reset', 403, 503] as const)(
  'an image of which one file can’t be stored is refused and not there: %s',
  async (fault) => {
    const { s3, images } = await openBucket('short')
    const bytes = Buffer.from('an image')
    s3.fault = (method, name) => (method === 'PUT' && name.endsWith('-800.avif') ? fault : undefined)
    await expect(images.store(bytes)).rejects.toBeInstanceOf(StorageUnavailable)
    const [name = ''] = s3.objects.keys()
    expect(await images.has(`/media/${name.slice(0, 32)}.webp`)).toBe(false)
    s3.fault = () => undefined
    const stored = await images.store(bytes)
    expect(stored).toEqual({ url: `/media/${name.slice(0, 32)}.webp` })
    expect(s3.objects.size).toBe(6)
  },
)

test('an unresponsive server stops the start with one sentence', async () => {
  const { s3, files } = await openBucket('short')
  s3.fault = () => 'silent'
  await expect(files.check()).rejects.toThrow(/^The shop can't use the bucket images .*check S3_URL/)
})
