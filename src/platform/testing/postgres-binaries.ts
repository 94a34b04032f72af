import { existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { canInstallDebianPackages, installDebianPackages } from './debian-packages.ts'

const DEBIAN = '/usr/lib/postgresql'
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf'

/**
 * Returns the folder with `initdb` and `postgres`: on PATH, or in Debian's folder, where they are
 * installed if this process may do so. Undefined when there is none.
 */
export function findPostgresBinaries(): string | undefined {
  const folder = onPath() ?? inDebianFolder()
  if (folder || !canInstallDebianPackages()) return folder
  // Otherwise Debian's package creates and starts a cluster.
  if (!existsSync(CLUSTER_SETTINGS)) {
    mkdirSync('/etc/postgresql-common', { recursive: true })
    writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n')
  }
  installDebianPackages('postgresql')
  return inDebianFolder()
}

/** As `findPostgresBinaries`, but throws when there is none. */
export function requirePostgresBinaries(): string {
  const path = findPostgresBinaries()
  if (path) return path
  throw new Error('No PostgreSQL server is installed (Debian and Ubuntu: apt install postgresql)')
}

function onPath(): string | undefined {
  const folder = (process.env.PATH ?? '').split(delimiter).find(hasServer)
  // Links may name only some of the programs.
  return folder && dirname(realpathSync(join(folder, 'postgres')))
}

function inDebianFolder(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined
  return readdirSync(DEBIAN)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'))
    .find(hasServer)
}

function hasServer(folder: string): boolean {
  return ['initdb', 'postgres'].every((program) => existsSync(join(folder, program)))
}
