import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { canInstallDebianPackages } from '#platform/testing/debian-packages.ts'

/** The programs of the deployments. */
export const PACKAGES = ['nginx', 'haproxy', 'pgbouncer', 'patroni', 'etcd-server']
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/debian-programs')

export type DebianPrograms = {
  /** The full path of a program. */
  find: (name: string) => string
  /** The environment in which the programs find their libraries. */
  env: NodeJS.ProcessEnv
}

/** Why the programs can't be fetched on this machine; undefined if they can. */
export function whyNoDebianPrograms(): string | undefined {
  if (process.platform === 'linux' && existsSync('/etc/debian_version')) {
    if (canInstallDebianPackages()) return undefined
  }
  return 'it needs root on Debian or Ubuntu, to fetch nginx, HAProxy, PgBouncer, Patroni and etcd (and TEST_INSTALL not 0)'
}

/** Downloads Debian's packages and those that they need, and unpacks them into `folder`. Nothing is installed. */
export function fetchDebianPrograms(folder: string): DebianPrograms {
  download()
  const root = join(folder, 'programs')
  mkdirSync(root)
  for (const file of readdirSync(CACHE).filter((name) => name.endsWith('.deb'))) {
    execFileSync('dpkg', ['-x', join(CACHE, file), root])
  }
  const libraries = ['usr/lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu', 'lib'].map((path) =>
    join(root, path),
  )
  return {
    find: (name) => {
      const path = ['usr/sbin', 'usr/bin'].map((bin) => join(root, bin, name)).find(existsSync)
      if (!path) throw new Error(`${name} is not in Debian’s packages`)
      return path
    },
    env: {
      PATH: process.env.PATH,
      LD_LIBRARY_PATH: libraries.join(':'),
      PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
    },
  }
}

function download(): void {
  mkdirSync(join(CACHE, 'partial'), { recursive: true })
  const apt = (...args: string[]) =>
    execFileSync('apt-get', ['--quiet', '--yes', '-o', 'Acquire::Retries=1', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const fetchAll = () =>
    apt(
      ...['install', '--download-only', '--no-install-recommends', '-o', 'Debug::NoLocking=1'],
      ...['-o', `Dir::Cache::archives=${CACHE}`, ...PACKAGES],
    )
  try {
    fetchAll()
  } catch {
    console.info('Updating the list of Debian’s packages …')
    apt('update')
    fetchAll()
  }
}
