import { onTestFinished } from 'vitest'
import { type Bucket, createBucketFiles } from '#platform/files/bucket-files.server.ts'
import { startS3Double } from './s3-double.ts'

/** Opens an empty bucket, and its files as a process of the shop; `open` opens them as another. */
export async function openTestBucket(limits: Bucket['limits'] = { attempts: 1 }) {
  const s3 = await startS3Double()
  onTestFinished(s3.stop)
  const open = () => {
    const files = createBucketFiles({
      bucket: 'images',
      endpoint: s3.endpoint,
      region: 'us-east-1',
      pathStyle: true,
      credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
      limits,
    })
    onTestFinished(files.close)
    return files
  }
  return { s3, files: open(), open }
}
