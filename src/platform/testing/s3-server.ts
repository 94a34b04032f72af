import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { canInstallDebianPackages, unpackDebianPackages } from './debian-packages.ts'

// Kept between runs, like every other package.
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/swift')
const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object']
const PYTHON = '/usr/bin/python3'

export type S3Server = {
  endpoint: string
  credentials: { accessKeyId: string; secretAccessKey: string }
  /** Creates a new bucket and returns its name. */
  createBucket: () => Promise<string>
  stop: () => Promise<void>
}

/**
 * Starts OpenStack Swift with its S3 API, from Debian's packages, which are unpacked but not
 * installed. Returns the reason when this machine can't.
 */
export async function startS3Server(): Promise<S3Server | { skipped: string }> {
  if (!existsSync(CACHE)) {
    if (!canInstallDebianPackages()) return { skipped: 'Swift needs root on Debian or Ubuntu' }
    unpackDebianPackages(CACHE, PACKAGES)
  }
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-swift-'))
  const libraries = readdirSync(join(CACHE, 'usr/lib')).filter((name) => name.includes('linux'))
  const server = spawn(PYTHON, [join(import.meta.dirname, 'swift-server.py'), folder], {
    env: {
      PYTHONPATH: join(CACHE, 'usr/lib/python3/dist-packages'),
      LD_LIBRARY_PATH: libraries.map((name) => join(CACHE, 'usr/lib', name)).join(':'),
    },
    // It ends with its standard input, so also when this process is killed.
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await Promise.race([
    once(server.stdout, 'data'),
    once(server, 'exit').then(() => Promise.reject(new Error('Swift did not start'))),
  ])
  const endpoint = `http://127.0.0.1:${String(line).trim()}`
  const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true })
  return {
    endpoint,
    credentials,
    createBucket: async () => {
      const Bucket = `images-${crypto.randomUUID().slice(0, 8)}`
      await client.send(new CreateBucketCommand({ Bucket }))
      return Bucket
    },
    stop: async () => {
      client.destroy()
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
