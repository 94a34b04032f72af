import type { Settings } from '#platform/settings.server.ts'
import { createDiskFiles } from './disk-files.server.ts'
import type { FileStore } from './file-store.server.ts'

type FileSettings = Pick<
  Settings,
  | 'S3_BUCKET'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_PATH_STYLE'
>

/** For commands that read or write every file: nobody waits for a page. */
export const PATIENT = { attemptMs: 60_000, totalMs: 180_000 }

/**
 * Opens the bucket of the settings, or the folder when they name none. Throws a StartupError when the
 * bucket does not exist, does not respond or refuses access.
 */
export async function openFiles(
  settings: FileSettings,
  folder: string,
  limits = {},
): Promise<FileStore> {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = settings
  if (!bucket) return createDiskFiles(folder)
  // Not loaded by a shop without a bucket.
  const { createBucketFiles } = await import('./bucket-files.server.ts')
  const files = createBucketFiles({
    bucket,
    region: settings.S3_REGION,
    pathStyle: settings.S3_PATH_STYLE,
    limits,
    ...(settings.S3_ENDPOINT && { endpoint: settings.S3_ENDPOINT }),
    ...(id && secret && { credentials: { accessKeyId: id, secretAccessKey: secret } }),
  })
  await files.check()
  return files
}
