import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installDebianPackages } from '#platform/testing/debian-packages.ts'

/** The path of the repository in the root, and the user who owns it. */
export const HOME = '/home/shop/forgewell'
const USER = 'shop'

/** The variables that the root gets from this machine: how to reach the registry. No files. */
export function registryEnvironment(): Record<string, string> {
  const registry = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' })
  const passed = Object.entries(process.env).filter(([name]) =>
    /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(name),
  )
  return {
    ...Object.fromEntries(passed.map(([name, value]) => [name, value ?? ''])),
    npm_config_registry: registry.stdout.trim(),
  }
}

/** Installs a minimal Debian into `root`, with only this machine's Node and npm. */
export function makeCleanRoot(root: string, suite: string): void {
  if (spawnSync('debootstrap', ['--version']).status !== 0) installDebianPackages('debootstrap')
  // Debootstrap mounts /proc in the root. In a mount namespace, other processes can't delete through it.
  execFileSync('unshare', ['--mount', 'debootstrap', '--variant=minbase', suite, root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const { node, npm } = machineNode()
  cpSync(node, join(root, 'usr/bin/node'))
  cpSync(npm, join(root, 'usr/lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx']) {
    execFileSync('ln', ['-s', `../lib/node_modules/npm/bin/${name}-cli.js`, `usr/bin/${name}`], {
      cwd: root,
    })
  }
  for (const file of ['/etc/resolv.conf', '/etc/hosts', process.env.NODE_EXTRA_CA_CERTS ?? '']) {
    if (!file || !existsSync(file)) continue
    mkdirSync(join(root, dirname(file)), { recursive: true })
    rmSync(join(root, file), { force: true })
    cpSync(realpathSync(file), join(root, file))
  }
  execFileSync('chroot', [root, 'useradd', '--create-home', USER])
}

/** Clones the commit that is checked out here into the root. Returns its hash. */
export function cloneInto(root: string): string {
  const repository = join(import.meta.dirname, '../..')
  const target = join(root, HOME)
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${repository}`, target])
  execFileSync('chroot', [root, 'chown', '--recursive', `${USER}:${USER}`, HOME])
  const options = { cwd: repository, encoding: 'utf8' as const }
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], options).trim()
}

/** The names of the Debian packages in the root. */
export function packagesIn(root: string): string[] {
  const status = readFileSync(join(root, 'var/lib/dpkg/status'), 'utf8')
  return [...status.matchAll(/^Package: (.+)$/gm)].map(([, name]) => name ?? '')
}

/**
 * Starts a command in the repository of the root, as an ordinary user or as root. It has its own
 * processes and mounts, which end with it.
 */
export function spawnIn(
  root: string,
  command: string,
  environment: Record<string, string>,
  user: 'shop' | 'root' = USER,
): ChildProcess {
  const inside = [
    'mount -t proc proc proc',
    'mount -t tmpfs tmpfs dev',
    ...['null', 'zero', 'full', 'random', 'urandom', 'tty'].map(
      (name) => `touch dev/${name} && mount --bind /dev/${name} dev/${name}`,
    ),
    'ln -s /proc/self/fd dev/fd',
    'mkdir -m 1777 dev/shm',
    // Not by exec: after changing the user, this first process of the namespace could not be killed.
    `chroot --userspec=${user}:${user} . /bin/sh -c 'cd ${HOME} && exec "$@"' - ${command}; exit $?`,
  ].join(' && ')
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child=SIGKILL']
  return spawn('unshare', [...namespaces, 'sh', '-c', inside], {
    cwd: root,
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: user === 'root' ? '/root' : `/home/${USER}`,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Ends a command and everything that it started. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** This machine's own Node and npm, not the project's. */
function machineNode(): { node: string; npm: string } {
  const own = join(import.meta.dirname, '../../node_modules')
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => !folder.startsWith(own))
  const find = (name: string) => folders.map((folder) => join(folder, name)).find(existsSync)
  const [node, npm] = [find('node'), find('npm')]
  if (!node || !npm) throw new Error('This machine has no Node and npm of its own')
  return { node: realpathSync(node), npm: join(dirname(realpathSync(npm)), '..') }
}
