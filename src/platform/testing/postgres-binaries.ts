import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstallDebianPackages, installDebianPackages } from './debian-packages.ts'

const DEBIAN = '/usr/lib/postgresql'
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf'

/**
 * The folder with `initdb` and `postgres`: on PATH, in Debian's place, or installed there now when
 * this process may. `undefined` when there is none.
 */
export function findPostgresBinaries(): string | undefined {
  const found = onPath() ?? inDebiansPlace()
  if (found || !canInstallDebianPackages()) return found
  // Debian's package would make and start a server of its own.
  if (!existsSync(CLUSTER_SETTINGS)) {
    mkdirSync('/etc/postgresql-common', { recursive: true })
    writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n')
  }
  installDebianPackages('postgresql')
  return inDebiansPlace()
}

function onPath(): string | undefined {
  return (process.env.PATH ?? '').split(delimiter).find(hasServer)
}

function inDebiansPlace(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined
  return readdirSync(DEBIAN)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'))
    .find(hasServer)
}

function hasServer(folder: string): boolean {
  return ['initdb', 'postgres'].every((program) => existsSync(join(folder, program)))
}
