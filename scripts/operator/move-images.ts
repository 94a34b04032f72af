import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { moveFiles } from '#operations/move-files.server.ts'
import { createDiskFiles } from '#platform/files/disk-files.server.ts'
import { openFiles, PATIENT } from '#platform/files/open-files.server.ts'
import { loadEnvFile, readSettings } from '#platform/settings/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { remedy } from './operator.ts'

const USAGE = 'Usage: npm run admin -- move-images --to s3|disk [--remove]'

/** Copies all images and documents between DATA_DIR and the bucket. Returns the exit code. */
export async function runMoveImages(words: string[]): Promise<number> {
  try {
    const { to, remove } = readWords(words)
    loadEnvFile()
    const settings = readSettings(process.env)
    if (!settings.S3_URL) throw new StartupError('Set S3_URL.')
    const folder = join(settings.DATA_DIR, 'media')
    const disk = createDiskFiles(folder)
    const bucket = await openFiles(settings, folder, PATIENT)
    const [from, target] = to === 's3' ? [disk, bucket] : [bucket, disk]
    const { copied, present, removed } = await moveFiles(from, target, { remove })
    bucket.close()
    const next = to === 's3' ? 'Start the shop with S3_URL.' : 'Start the shop without S3_URL.'
    console.log(
      `${target.location} has all images and documents: ${copied} copied, ${present} were there. ${removed} were removed from ${from.location}. ${next}`,
    )
    return 0
  } catch (error) {
    console.error(remedy(error))
    return 1
  }
}

function readWords(args: string[]): { to: 's3' | 'disk'; remove: boolean } {
  try {
    const options = { to: { type: 'string' }, remove: { type: 'boolean', default: false } } as const
    const { to, remove } = parseArgs({ args, options }).values
    if (to === 's3' || to === 'disk') return { to, remove }
  } catch {
    // The usage explains it.
  }
  throw new StartupError(USAGE)
}
