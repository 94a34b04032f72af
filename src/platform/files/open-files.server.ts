import type { Settings } from '#platform/settings/settings.server.ts'
import { createDiskFiles } from './disk-files.server.ts'
import type { FileStore } from './file-store.server.ts'

/** For commands that process every file, where no page is waiting. */
export const PATIENT = { attemptMs: 60_000, totalMs: 180_000 }

/**
 * Opens the bucket of the settings, or the folder when they name none. Throws a StartupError when the
 * bucket does not exist, does not respond or refuses access.
 */
export async function openFiles(
  { S3_URL: url }: Pick<Settings, 'S3_URL'>,
  folder: string,
  limits = {},
): Promise<FileStore> {
  if (!url) return createDiskFiles(folder)
  // Loaded only with a bucket.
  const { createBucketFiles } = await import('./bucket-files.server.ts')
  const files = createBucketFiles({ ...bucketAt(url), limits })
  await files.check()
  return files
}

/** Parses a bucket's URL: its name is the path, or else the first part of the host name. */
export function bucketAt(bucketUrl: string) {
  const { protocol, host, pathname, searchParams } = new URL(bucketUrl)
  const named = searchParams.get('region') ?? /\bs3[.-]([a-z\d-]+)\.amazonaws\./.exec(host)?.[1]
  const region = named ?? 'us-east-1'
  const path = pathname.replace(/^\/+|\/{1,9}$/g, '')
  if (path) return { bucket: path, endpoint: `${protocol}//${host}`, region, pathStyle: true }
  const [bucket = '', ...rest] = host.split('.')
  return { bucket, endpoint: `${protocol}//${rest.join('.')}`, region, pathStyle: false }
}
